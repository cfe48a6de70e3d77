import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { createNetworkTest } from '@cascade/service-kit'

export type AddressOf = (request: IncomingMessage) => string

/**
 * Client address: the peer, unless it is a trusted proxy. Then the last address of `X-Forwarded-For` that is no trusted
 * proxy; anything before it is written by the client.
 * @param trustedProxies addresses and networks, e.g. `10.0.0.0/8`
 * @param onUntrustedForward called with a peer that is not trusted and forwards a request
 * @throws Error for an entry that is neither an address nor a network
 */
export function createAddressOf(
  trustedProxies: readonly string[],
  onUntrustedForward: (peer: string) => void = () => undefined,
): AddressOf {
  const isProxy = createNetworkTest(trustedProxies)
  return request => {
    const peer = plain(request.socket.remoteAddress ?? '')
    const forwardedFor = request.headers['x-forwarded-for']
    if (forwardedFor === undefined && request.headers.forwarded === undefined) return peer
    if (!isProxy(peer)) {
      onUntrustedForward(peer)
      return peer
    }
    const chain = String(forwardedFor ?? '').split(',')
    let address = peer
    for (const part of chain.reverse().map(text => plain(text.trim()))) {
      if (isIP(part) === 0) break
      address = part
      if (!isProxy(part)) break
    }
    return address
  }
}

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')
