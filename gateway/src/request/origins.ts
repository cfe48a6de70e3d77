import type { IncomingMessage } from 'node:http'
import { errorTexts } from '@cascade/contracts'
import { AppError, type Logger } from '@cascade/service-kit'

const originText =
  'origin rejected; if browsers open the suite there, set PUBLIC_ORIGIN to it, or pass on the Host header in the proxy'
/** Each origin is logged once; clients can send any number of them. */
const reportsMax = 100

export type Origins = ReturnType<typeof createOrigins>

/**
 * Checks which pages may call us: our own, and those of the allow-list, by exact origin.
 * @param publicOrigin origin that browsers use, for a proxy that does not forward their `Host`
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
    /** Origin for a CORS response; undefined for our own, unknown and absent origins. */
    allowedOrigin(request: IncomingMessage): string | undefined {
      const { origin } = request.headers
      return origin !== undefined && allowList.has(origin) ? origin : undefined
    },

    /**
     * Rejects cross-site requests, whose cookies the browser adds itself.
     * @throws AppError FORBIDDEN with the reason ORIGIN_NOT_ALLOWED
     */
    requireOwnPage(request: IncomingMessage): void {
      if (isOwnPage(request)) return
      report(request)
      throw new AppError('FORBIDDEN', errorTexts.origin, { reason: 'ORIGIN_NOT_ALLOWED' })
    },
  }
}
