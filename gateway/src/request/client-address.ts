import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

export type AddressOf = (request: IncomingMessage) => string

/**
 * Whom a request comes from: the other end of its connection, unless that is a trusted proxy. Then the last address
 * of `X-Forwarded-For` that is no trusted proxy counts; what stands before it was written by the client.
 * @param trusted addresses and networks, e.g. `10.0.0.0/8`
 * @throws Error for an entry that is neither
 */
export function createAddressOf(trusted: readonly string[]): AddressOf {
  const proxies = new BlockList()
  for (const entry of trusted) addTo(proxies, entry)
  const isProxy = (address: string) => {
    const version = isIP(address)
    return version !== 0 && proxies.check(address, version === 6 ? 'ipv6' : 'ipv4')
  }
  return request => {
    const peer = plain(request.socket.remoteAddress ?? '')
    if (trusted.length === 0 || !isProxy(peer)) return peer
    const chain = String(request.headers['x-forwarded-for'] ?? '').split(',')
    let address = peer
    for (const part of chain.reverse().map(text => plain(text.trim()))) {
      if (isIP(part) === 0) break
      address = part
      if (!isProxy(part)) break
    }
    return address
  }
}

/** One customer's IPv6 network counts as one address, or a limit per address would limit nothing. */
export function limitKeyOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail = ''] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const zeros = address.includes('::') ? Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0') : []
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

function addTo(proxies: BlockList, entry: string) {
  const [address = '', bits] = entry.split('/')
  const version = isIP(address)
  const length = bits === undefined ? undefined : Number(bits)
  if (version === 0 || (length !== undefined && !(length >= 0 && length <= (version === 6 ? 128 : 32)))) {
    throw new Error(`TRUSTED_PROXIES: ${entry} is neither an address nor a network.`)
  }
  const family = version === 6 ? 'ipv6' : 'ipv4'
  if (length === undefined) proxies.addAddress(address, family)
  else proxies.addSubnet(address, length, family)
}
