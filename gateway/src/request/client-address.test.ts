import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createAddressOf } from './client-address'

const from = (remoteAddress: string, forwardedFor?: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwardedFor, forwarded } }) as unknown as IncomingMessage
const ignore = { onForwarded: () => undefined, onServed: () => undefined }

describe('createAddressOf', () => {
  it('trusts no proxy by default', () => {
    expect(createAddressOf([], ignore)(from('::ffff:1.2.3.4', '9.9.9.9'))).toBe('1.2.3.4')
  })

  it('trusts only the address that a trusted proxy saw', () => {
    const addressOf = createAddressOf(['10.0.0.0/8', '::1'], ignore)
    expect(addressOf(from('10.1.1.1', '6.6.6.6, 5.5.5.5'))).toBe('5.5.5.5')
    expect(addressOf(from('::1', '6.6.6.6, 5.5.5.5, 10.2.2.2'))).toBe('5.5.5.5')
    expect(addressOf(from('7.7.7.7', '6.6.6.6'))).toBe('7.7.7.7')
    expect(addressOf(from('10.1.1.1', 'nonsense'))).toBe('10.1.1.1')
    expect(addressOf(from('10.1.1.1'))).toBe('10.1.1.1')
  })

  it.each([
    ['203.0.113.7:51234', '203.0.113.7'],
    ['6.6.6.6, [2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1], 10.2.2.2:80', '2001:db8::1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
  ])('reads the address of %s', (forwardedFor, address) => {
    expect(createAddressOf(['10.0.0.0/8'], ignore)(from('10.1.1.1', forwardedFor))).toBe(address)
  })

  it.each([
    ['for=203.0.113.7;proto=https;by=10.1.1.1', '203.0.113.7'],
    ['for=6.6.6.6, proto=https; For="[2001:db8::1]:4711", for=10.2.2.2', '2001:db8::1'],
    ['for=6.6.6.6, for=_hidden', '10.1.1.1'],
    ['proto=https', '10.1.1.1'],
  ])('reads the address of Forwarded: %s, which counts without X-Forwarded-For only', (forwarded, address) => {
    const addressOf = createAddressOf(['10.0.0.0/8'], ignore)
    expect(addressOf(from('10.1.1.1', undefined, forwarded))).toBe(address)
    expect(addressOf(from('10.1.1.1', '5.5.5.5', forwarded))).toBe('5.5.5.5')
  })

  it('reports a forwarded request from an untrusted peer', () => {
    const reported: string[] = []
    const addressOf = createAddressOf(['10.0.0.0/8'], { ...ignore, onForwarded: peer => reported.push(peer) })
    addressOf(from('10.1.1.1', '5.5.5.5'))
    addressOf(from('172.17.0.1'))
    addressOf(from('172.17.0.1', '5.5.5.5'))
    expect(reported).toEqual(['172.17.0.1'])
  })

  it('rejects settings that are no addresses', () => {
    for (const entry of ['proxy.local', '10.0.0.0/33', '10.0.0.0/x', '*']) {
      expect(() => createAddressOf([entry], ignore), entry).toThrow('neither an address nor a network')
    }
  })
})
