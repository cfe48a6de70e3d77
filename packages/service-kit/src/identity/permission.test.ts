import { describe, expect, it } from 'vitest'
import { bookingIdOf, claimIdOf, networkOf } from './permission'

describe('networkOf', () => {
  it('counts an IPv6 network as one, an IPv4 address as itself', () => {
    expect(networkOf('1.2.3.4')).toBe('1.2.3.4')
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
    expect(networkOf('2001:db8::6')).toBe('2001:db8:0:0')
    expect(networkOf('::1')).toBe('0:0:0:0')
  })

  it('is one for all spellings of an address', () => {
    for (const address of ['2001:DB8:0001:0:a:b:c:d', '2001:db8:1::1', '2001:0db8:0001:0000::']) {
      expect(networkOf(address)).toBe('2001:db8:1:0')
    }
  })
})

describe('bookingIdOf', () => {
  it('gives a key of an actor one id for ever, which the first claim of a take has too', () => {
    const id = bookingIdOf('actor', 'key-1')
    // Ids are stored with the money: another derivation would book a repeated call once more.
    expect([id, claimIdOf(id, 1)]).toEqual([
      '7d971b42-22bd-52c0-846d-2e1f522e5e7f',
      '8c130efd-3d88-51a1-933a-147f2982dbcf',
    ])
    expect(claimIdOf(id, 0)).toBe(id)
  })

  it('shares no id between actors, keys and claims', () => {
    const takes = [bookingIdOf('a', 'k'), bookingIdOf('a', 'k2'), bookingIdOf('b', 'k')]
    const ids = takes.flatMap(takeId => [0, 1, 2].map(position => claimIdOf(takeId, position)))
    expect(new Set(ids).size).toBe(ids.length)
  })
})
