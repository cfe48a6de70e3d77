import { expect, it } from 'vitest'
import { attemptOf, bookedAgoMs, type Entry, openAttempt, settleAttempt } from './book-credit'

const entry: Entry = { kind: 'transfer', toUserId: 'p1', userId: 'a1', amount: 100 }
const keyOf = (entry: Entry, at: number) => attemptOf(entry, at).key
const now = Date.parse('2026-01-05T10:00:00Z')

it('keeps the key of the same entry until the outcome is known, however long that takes', () => {
  const key = keyOf(entry, now)
  expect(keyOf({ ...entry }, now + 24 * 3_600_000)).toBe(key)
  settleAttempt(attemptOf(entry, now), false)
  expect(openAttempt(entry)).toBeUndefined()
  expect(keyOf(entry, now + 60_000)).not.toBe(key)
})

it('makes a new key for another amount, another sender or another direction', () => {
  const key = keyOf(entry, now)
  expect(keyOf({ ...entry, kind: 'adjust' }, now)).not.toBe(key)
  const second = keyOf({ ...entry, amount: 101 }, now)
  expect(second).not.toBe(key)
  expect(keyOf({ ...entry, amount: 101, userId: 'm1' }, now)).not.toBe(second)
})

it('sends an unanswered attempt again with the note that it had', () => {
  const { key } = attemptOf({ ...entry, note: 'May' }, now)
  expect(attemptOf({ ...entry, note: 'June' }, now)).toMatchObject({ key, entry: { note: 'May' } })
})

it('remembers for two minutes what was booked, by amount and account', () => {
  settleAttempt(attemptOf(entry, now), true)
  expect(bookedAgoMs(entry, now + 40_000)).toBe(40_000)
  expect(bookedAgoMs({ ...entry, userId: 'm1' }, now + 40_000)).toBe(40_000)
  expect(bookedAgoMs({ ...entry, amount: 101 }, now)).toBeUndefined()
  expect(bookedAgoMs({ ...entry, toUserId: 'p2' }, now)).toBeUndefined()
  expect(bookedAgoMs(entry, now + 120_000)).toBeUndefined()
})
