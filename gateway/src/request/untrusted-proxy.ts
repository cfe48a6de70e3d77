import { AppError, type Logger } from '@cascade/service-kit'
import { createComplaint } from '../telemetry/throttled-log'

export const unnamedProxyText =
  'TRUSTED_PROXIES does not name the proxy that forwards this request: name it, or all its clients would share one address.'
const reportMs = 60_000

/**
 * Rejects, in production, requests that a proxy outside `TRUSTED_PROXIES` forwards: otherwise all its clients would share
 * one address, and one client could use up the limits of all. Direct requests are served, since any client can send the
 * header.
 */
export function createUnnamedProxy(options: { logger: Logger; isProduction: boolean; count: () => void }) {
  const { logger, isProduction, count } = options
  const complain = createComplaint(logger, unnamedProxyText)
  let lastAt = Number.NEGATIVE_INFINITY
  return {
    /** @throws AppError UNAVAILABLE in production */
    onForwarded(peer: string): void {
      count()
      if (!isProduction) return
      lastAt = Date.now()
      complain({ peer })
      throw new AppError('UNAVAILABLE', unnamedProxyText)
    },
    /** For `/readyz`, as long as such requests come. */
    faults: () => (Date.now() - lastAt < reportMs ? [unnamedProxyText] : []),
  }
}
