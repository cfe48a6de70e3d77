import type { IncomingMessage } from 'node:http'
import { refusals } from '@cascade/contracts'
import { AppError, type Logger } from '@cascade/service-kit'

const originText =
  'origin rejected; if browsers open the suite there, set PUBLIC_ORIGIN to it, or pass on the Host header in the proxy'
/** Each origin is logged once: anyone can send more of them than a log should hold. */
const reportsMax = 100

export type Origins = ReturnType<typeof createOrigins>

/**
 * Which pages may call us: those we served, and those of the allow-list, compared whole and never by a part.
 * @param publicOrigin how browsers reach us, for a proxy that does not hand on their `Host`
 */
export function createOrigins(
  allowed: readonly string[],
  publicOrigin: string | undefined,
  logger: Pick<Logger, 'warn'>,
) {
  const allowList = new Set(allowed)
  const reported = new Set<string>()
  const isOwn = (request: IncomingMessage, origin: string) => origin === publicOrigin || isOfHost(request, origin)
  const isOfHost = (request: IncomingMessage, origin: string) =>
    URL.canParse(origin) && /^https?:$/.test(new URL(origin).protocol) && new URL(origin).host === request.headers.host

  function isOwnPage(request: IncomingMessage): boolean {
    const { origin } = request.headers
    const site = request.headers['sec-fetch-site']
    if (origin !== undefined && !allowList.has(origin) && !isOwn(request, origin)) return false
    return site === undefined || site !== 'cross-site' || (origin !== undefined && allowList.has(origin))
  }

  function report({ headers: { origin = 'none', host } }: IncomingMessage) {
    if (reported.size >= reportsMax || reported.has(origin)) return
    reported.add(origin)
    logger.warn({ origin, host }, originText)
  }

  return {
    /** The origin to allow in a CORS answer; undefined for our own, for unknown ones, and without one. */
    allowedOrigin(request: IncomingMessage): string | undefined {
      const { origin } = request.headers
      return origin !== undefined && allowList.has(origin) ? origin : undefined
    },

    /**
     * Credentials that a browser adds by itself do not count when another site caused the request.
     * @throws AppError FORBIDDEN with the reason ORIGIN_NOT_ALLOWED
     */
    requireOwnPage(request: IncomingMessage): void {
      if (isOwnPage(request)) return
      report(request)
      throw new AppError('FORBIDDEN', refusals.origin, { reason: 'ORIGIN_NOT_ALLOWED' })
    },
  }
}
