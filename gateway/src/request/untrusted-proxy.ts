import { AppError, type Logger } from '@cascade/service-kit'
import { createThrottledLog } from '../telemetry/throttled-log'

export const untrustedProxyText =
  'TRUSTED_PROXIES does not list the proxy that forwarded this request: add it, otherwise all its clients share one address.'
const reportMs = 60_000
const otherMs = 10 * 60_000
const forwardersMax = 1_000
const probe = /^\/(?:livez|readyz|metrics)(?:\?|$)/

/**
 * In production, rejects requests forwarded by a proxy outside `TRUSTED_PROXIES`: all its clients would share one
 * address and its limits. Any client can send the header, so it is a fault of the installation only as long as no
 * request comes from elsewhere: behind a proxy that is not listed there are none but probes.
 */
export function createUntrustedProxyGuard(options: {
  logger: Logger
  isProduction: boolean
  count: () => void
  now?: () => number
}) {
  const { logger, isProduction, count, now = Date.now } = options
  const logRejection = createThrottledLog(logger, untrustedProxyText, now)
  const forwarders = new Set<string>()
  let faultAt = Number.NEGATIVE_INFINITY
  let otherAt = Number.NEGATIVE_INFINITY
  return {
    onForwarded(peer: string): void {
      if (forwarders.size < forwardersMax) forwarders.add(peer)
      const isFault = now() - otherAt > otherMs
      if (isFault) count()
      if (!isProduction) return
      if (isFault) faultAt = now()
      logRejection({ peer })
      throw new AppError('UNAVAILABLE', untrustedProxyText)
    },
    onServed(peer: string, url: string): void {
      if (!probe.test(url) && !forwarders.has(peer)) otherAt = now()
    },
    /** For `/readyz`, while such requests arrive. */
    faults: () => (now() - faultAt < reportMs && otherAt < faultAt ? [untrustedProxyText] : []),
  }
}
