import { AppError, type Logger } from '@cascade/service-kit'
import { createComplaint } from '../complaint'

export const unnamedProxyText =
  'TRUSTED_PROXIES does not name the proxy that forwards this request: name it, or all its clients would share one address.'
const shownForMs = 60_000

/**
 * What becomes of requests that were forwarded by a peer that nobody trusts. In production they are rejected: taken for
 * the peer's own, all clients of a proxy would share its limits, and one of them could use them up for all. Only they
 * are, for anybody can send such a header.
 */
export function createUnnamedProxy(options: { logger: Logger; isProduction: boolean; count: () => void }) {
  const { logger, isProduction, count } = options
  const complain = createComplaint(logger, unnamedProxyText)
  let seenAt = Number.NEGATIVE_INFINITY
  return {
    /** @throws AppError UNAVAILABLE in production */
    onForwarded(peer: string): void {
      count()
      if (!isProduction) return
      seenAt = Date.now()
      complain({ peer })
      throw new AppError('UNAVAILABLE', unnamedProxyText)
    },
    /** For `/readyz`, as long as such requests come. */
    faults: () => (Date.now() - seenAt < shownForMs ? [unnamedProxyText] : []),
  }
}
