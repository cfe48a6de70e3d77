import { expect, it } from 'vitest'
import { attemptOf, type Entry, openAttempt, settleAttempt } from './attempt-keys'

const entry: Entry = { kind: 'transfer', toUserId: 'p1', userId: 'a1', amount: 100 }
const keyOf = (entry: Entry, at: number) => attemptOf(entry, at).key
const now = Date.parse('2026-01-05T10:00:00Z')

it('keeps the key of the same entry until the server answered', () => {
  const key = keyOf(entry, now)
  expect(keyOf({ ...entry }, now + 60_000)).toBe(key)
  settleAttempt(entry)
  expect(keyOf(entry, now + 60_000)).not.toBe(key)
})

it('makes a new key for another amount, another sender or another direction', () => {
  const key = keyOf(entry, now)
  expect(keyOf({ ...entry, kind: 'adjust' }, now)).not.toBe(key)
  const second = keyOf({ ...entry, amount: 101 }, now)
  expect(second).not.toBe(key)
  expect(keyOf({ ...entry, amount: 101, userId: 'm1' }, now)).not.toBe(second)
})

it('takes the same entry for a new booking after half an hour', () => {
  const key = keyOf(entry, now)
  expect(openAttempt(entry, now + 29 * 60_000)?.entry.amount).toBe(100)
  expect(openAttempt(entry, now + 30 * 60_000)).toBeUndefined()
  expect(keyOf(entry, now + 30 * 60_000)).not.toBe(key)
})

it('sends an unanswered attempt again with the note that it had', () => {
  const { key } = attemptOf({ ...entry, note: 'May' }, now)
  expect(attemptOf({ ...entry, note: 'June' }, now)).toMatchObject({ key, entry: { note: 'May' } })
})
