import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createAddressOf } from './client-address'

const from = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

describe('createAddressOf', () => {
  it('trusts no proxy by default', () => {
    expect(createAddressOf([])(from('::ffff:1.2.3.4', '9.9.9.9'))).toBe('1.2.3.4')
  })

  it('trusts only the address that a trusted proxy saw', () => {
    const addressOf = createAddressOf(['10.0.0.0/8', '::1'])
    expect(addressOf(from('10.1.1.1', '6.6.6.6, 5.5.5.5'))).toBe('5.5.5.5')
    expect(addressOf(from('::1', '6.6.6.6, 5.5.5.5, 10.2.2.2'))).toBe('5.5.5.5')
    expect(addressOf(from('7.7.7.7', '6.6.6.6'))).toBe('7.7.7.7')
    expect(addressOf(from('10.1.1.1', 'nonsense'))).toBe('10.1.1.1')
    expect(addressOf(from('10.1.1.1'))).toBe('10.1.1.1')
  })

  it('reports a forwarded request from an untrusted peer', () => {
    const reported: string[] = []
    const addressOf = createAddressOf(['10.0.0.0/8'], peer => reported.push(peer))
    addressOf(from('10.1.1.1', '5.5.5.5'))
    addressOf(from('172.17.0.1'))
    addressOf(from('172.17.0.1', '5.5.5.5'))
    expect(reported).toEqual(['172.17.0.1'])
  })

  it('rejects settings that are no addresses', () => {
    for (const entry of ['proxy.local', '10.0.0.0/33', '10.0.0.0/x', '*']) {
      expect(() => createAddressOf([entry]), entry).toThrow('neither an address nor a network')
    }
  })
})
