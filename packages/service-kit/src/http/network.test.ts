import { describe, expect, it } from 'vitest'
import { networkOf, siteOf } from './network'

describe('networkOf and siteOf', () => {
  it('map an IPv6 address to its first 64 bits and an IPv4 address to itself', () => {
    expect(networkOf('1.2.3.4')).toBe('1.2.3.4')
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
    expect(networkOf('2001:db8::6')).toBe('2001:db8:0:0')
    expect(networkOf('::1')).toBe('0:0:0:0')
  })

  it('return the same network and /48 for all spellings of an address', () => {
    for (const address of ['2001:DB8:0001:0:a:b:c:d', '2001:db8:1::1', '2001:0db8:0001:0000::']) {
      expect([networkOf(address), siteOf(networkOf(address))]).toEqual(['2001:db8:1:0', '2001:db8:1'])
    }
    expect(siteOf('1.2.3.4')).toBeUndefined()
  })
})
