import { describe, expect, it } from 'vitest'
import { bookingIdOf, claimIdOf } from './booking-ids'

describe('bookingIdOf', () => {
  it('derives a stable id from actor and key, which is also the id of the first claim', () => {
    const id = bookingIdOf('actor', 'key-1')
    // Ids are stored in the ledger: with other ids a retried call would be booked again.
    expect([id, claimIdOf(id, 1)]).toEqual([
      '7d971b42-22bd-52c0-846d-2e1f522e5e7f',
      '8c130efd-3d88-51a1-933a-147f2982dbcf',
    ])
    expect(claimIdOf(id, 0)).toBe(id)
  })

  it('returns distinct ids for distinct actors, keys and claims', () => {
    const takes = [bookingIdOf('a', 'k'), bookingIdOf('a', 'k2'), bookingIdOf('b', 'k')]
    const ids = takes.flatMap(callId => [0, 1, 2].map(position => claimIdOf(callId, position)))
    expect(new Set(ids).size).toBe(ids.length)
  })
})
