import { signInAs } from '@cascade/web-kit/testing'
import { beforeEach, expect, it } from 'vitest'
import { bookedAgoMs, creditAttempts, creditObject, type Entry } from './book-credit'

const entry: Entry = { kind: 'transfer', toUserId: 'p1', userId: 'a1', amount: 100 }
const keyOf = async (entry: Entry) => (await creditAttempts.begin(creditObject(entry), entry)).key

beforeEach(() => void signInAs())

it('a booking has one key per account and direction, whatever the note', async () => {
  const key = await keyOf(entry)
  expect(await keyOf({ ...entry, note: 'June' })).toBe(key)
  expect(await keyOf({ ...entry, kind: 'adjust' })).not.toBe(key)
  expect(await keyOf({ ...entry, toUserId: 'p2' })).not.toBe(key)
})

it('a booking is remembered for two minutes after its outcome is known, by amount and account', async () => {
  const key = await keyOf(entry)
  const now = Date.now()
  expect(bookedAgoMs(entry, now)).toBeUndefined()
  creditAttempts.settle(creditObject(entry), key, 'booked')
  expect(bookedAgoMs(entry, now + 40_000)).toBeGreaterThanOrEqual(40_000)
  expect(bookedAgoMs({ ...entry, userId: 'm1' }, now + 40_000)).toBeDefined()
  expect(bookedAgoMs({ ...entry, amount: 101 }, now)).toBeUndefined()
  expect(bookedAgoMs({ ...entry, toUserId: 'p2' }, now)).toBeUndefined()
  expect(bookedAgoMs(entry, now + 125_000)).toBeUndefined()
})
