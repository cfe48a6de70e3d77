import type { IncomingMessage } from 'node:http'

export type Origins = ReturnType<typeof createOrigins>

/**
 * Which pages may call us: those we served, and those of the allow-list, compared whole and never by a part.
 * @param publicOrigin how browsers reach us, for a proxy that does not hand on their `Host`
 */
export function createOrigins(allowed: readonly string[], publicOrigin?: string) {
  const listed = new Set(allowed)
  const isOwn = (request: IncomingMessage, origin: string) => origin === publicOrigin || isOfHost(request, origin)
  const isOfHost = (request: IncomingMessage, origin: string) =>
    URL.canParse(origin) && /^https?:$/.test(new URL(origin).protocol) && new URL(origin).host === request.headers.host

  return {
    /** The origin to allow in a CORS answer; undefined for our own, for unknown ones, and without one. */
    listed(request: IncomingMessage): string | undefined {
      const { origin } = request.headers
      return origin !== undefined && listed.has(origin) ? origin : undefined
    },

    /** Whether credentials that a browser adds by itself may count: not when another site caused the request. */
    maySendCookie(request: IncomingMessage): boolean {
      const { origin } = request.headers
      const site = request.headers['sec-fetch-site']
      if (origin !== undefined && !listed.has(origin) && !isOwn(request, origin)) return false
      return site === undefined || site !== 'cross-site' || (origin !== undefined && listed.has(origin))
    },
  }
}
