import { signInAs } from '@cascade/web-kit/testing'
import { beforeEach, expect, it } from 'vitest'
import { creditAttempts, creditObject, type Entry, msSinceSameBooking } from './book-credit'

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
  expect(msSinceSameBooking(entry, now)).toBeUndefined()
  creditAttempts.settle(creditObject(entry), key, 'booked')
  expect(msSinceSameBooking(entry, now + 40_000)).toBeGreaterThanOrEqual(40_000)
  expect(msSinceSameBooking({ ...entry, userId: 'm1' }, now + 40_000)).toBeDefined()
  expect(msSinceSameBooking({ ...entry, amount: 101 }, now)).toBeUndefined()
  expect(msSinceSameBooking({ ...entry, toUserId: 'p2' }, now)).toBeUndefined()
  expect(msSinceSameBooking(entry, now + 125_000)).toBeUndefined()
})
