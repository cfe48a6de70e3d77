import { signInAs } from '@cascade/web-kit/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Booking, creditAttempts, creditObject, msSinceSameBooking } from './book-credit'

const booking: Booking = { kind: 'transfer', toUserId: 'p1', userId: 'a1', amount: 100 }
const keyOf = async (booking: Booking) => (await creditAttempts.begin(creditObject(booking), booking)).key

beforeEach(() => void signInAs())

describe('a booking', () => {
  it('has one key per account and direction, whatever the note', async () => {
    const key = await keyOf(booking)
    expect(await keyOf({ ...booking, note: 'June' })).toBe(key)
    expect(await keyOf({ ...booking, kind: 'adjust' })).not.toBe(key)
    expect(await keyOf({ ...booking, toUserId: 'p2' })).not.toBe(key)
  })

  it('is remembered for two minutes after its outcome, by amount and account', async () => {
    const key = await keyOf(booking)
    const now = Date.now()
    expect(msSinceSameBooking(booking, now)).toBeUndefined()
    creditAttempts.settle(creditObject(booking), key, 'booked')
    expect(msSinceSameBooking(booking, now + 40_000)).toBeGreaterThanOrEqual(40_000)
    expect(msSinceSameBooking({ ...booking, userId: 'm1' }, now + 40_000)).toBeDefined()
    expect(msSinceSameBooking({ ...booking, amount: 101 }, now)).toBeUndefined()
    expect(msSinceSameBooking({ ...booking, toUserId: 'p2' }, now)).toBeUndefined()
    expect(msSinceSameBooking(booking, now + 125_000)).toBeUndefined()
  })
})
