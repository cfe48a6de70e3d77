import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { createNetworkTest } from '@cascade/service-kit'

export type AddressOf = (request: IncomingMessage) => string

/**
 * Client address: the peer, unless it is a trusted proxy. Then the last address of `X-Forwarded-For`, or without it of
 * `Forwarded` (RFC 7239), that is no trusted proxy; anything before it is written by the client.
 * @param trustedProxies addresses and networks, e.g. `10.0.0.0/8`
 * @param guard learns of peers that forward although they are not trusted, and of those of all other requests
 * @throws Error for an entry that is neither an address nor a network
 */
export function createAddressOf(
  trustedProxies: readonly string[],
  guard: { onForwarded: (peer: string) => void; onServed: (peer: string, url: string) => void },
): AddressOf {
  const isProxy = createNetworkTest(trustedProxies)
  return ({ socket, headers, url = '' }) => {
    const peer = plain(socket.remoteAddress ?? '')
    const chain = chainOf(headers)
    if (chain && !isProxy(peer)) {
      guard.onForwarded(peer)
      return peer
    }
    guard.onServed(peer, url)
    let address = peer
    for (const part of chain?.reverse() ?? []) {
      if (isIP(part) === 0) break
      address = part
      if (!isProxy(part)) break
    }
    return address
  }
}

function chainOf({ 'x-forwarded-for': forwardedFor, forwarded }: IncomingMessage['headers']): string[] | undefined {
  if (forwardedFor !== undefined) return String(forwardedFor).split(',').map(toAddress)
  return forwarded?.split(',').map(element => toAddress(/(?:^|;)\s*for=("[^"]*"|[^;]*)/i.exec(element)?.[1] ?? ''))
}

/** Without quotes and port; an IPv6 address with a port is in brackets. */
function toAddress(text: string): string {
  const bare = text.trim().replace(/^"(.*)"$/, '$1')
  const [, v6, v4] = /^\[([^\]]+)\](?::\w+)?$|^([\d.]+):\w+$/.exec(bare) ?? []
  return plain(v6 ?? v4 ?? bare)
}

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')
