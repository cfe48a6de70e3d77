import { AppError, type Logger } from '@cascade/service-kit'
import { createThrottledLog } from '../telemetry/throttled-log'

export const untrustedProxyText =
  'TRUSTED_PROXIES does not list the proxy that forwarded this request: add it, otherwise all its clients share one address.'
const reportMs = 60_000

/**
 * In production, rejects requests forwarded by a proxy outside `TRUSTED_PROXIES`: all its clients would share one
 * address and its limits. Direct requests are served, since any client can send the header.
 */
export function createUntrustedProxyGuard(options: { logger: Logger; isProduction: boolean; count: () => void }) {
  const { logger, isProduction, count } = options
  const logRejection = createThrottledLog(logger, untrustedProxyText)
  let lastAt = Number.NEGATIVE_INFINITY
  return {
    onForwarded(peer: string): void {
      count()
      if (!isProduction) return
      lastAt = Date.now()
      logRejection({ peer })
      throw new AppError('UNAVAILABLE', untrustedProxyText)
    },
    /** For `/readyz`, while such requests arrive. */
    faults: () => (Date.now() - lastAt < reportMs ? [untrustedProxyText] : []),
  }
}
