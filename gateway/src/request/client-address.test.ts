import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createAddressOf, limitKeyOf } from './client-address'

const from = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

describe('createAddressOf', () => {
  it('believes nobody by default', () => {
    expect(createAddressOf([])(from('::ffff:1.2.3.4', '9.9.9.9'))).toBe('1.2.3.4')
  })

  it('believes a trusted proxy, but only what it saw itself', () => {
    const addressOf = createAddressOf(['10.0.0.0/8', '::1'])
    expect(addressOf(from('10.1.1.1', '6.6.6.6, 5.5.5.5'))).toBe('5.5.5.5')
    expect(addressOf(from('::1', '6.6.6.6, 5.5.5.5, 10.2.2.2'))).toBe('5.5.5.5')
    expect(addressOf(from('7.7.7.7', '6.6.6.6'))).toBe('7.7.7.7')
    expect(addressOf(from('10.1.1.1', 'nonsense'))).toBe('10.1.1.1')
    expect(addressOf(from('10.1.1.1'))).toBe('10.1.1.1')
  })

  it('refuses settings that are no addresses', () => {
    for (const entry of ['proxy.local', '10.0.0.0/33', '10.0.0.0/x', '*']) {
      expect(() => createAddressOf([entry]), entry).toThrow('neither an address nor a network')
    }
  })
})

describe('limitKeyOf', () => {
  it('counts an IPv6 network as one, an IPv4 address as itself', () => {
    expect(limitKeyOf('1.2.3.4')).toBe('1.2.3.4')
    expect(limitKeyOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
    expect(limitKeyOf('2001:db8::6')).toBe('2001:db8:0:0')
    expect(limitKeyOf('::1')).toBe('0:0:0:0')
  })
})
