import type { IncomingMessage } from 'node:http'
import { parse, serialize } from 'hono/utils/cookie'

const name = 'session-token'

/** The cookie that opens reads and downloads: no script sees it and no other site can send it. */
export function sessionCookie(token: string, expires: Date, secure: boolean): string {
  return serialize(name, token, { httpOnly: true, sameSite: 'Strict', path: '/', secure, expires })
}

export const noSessionCookie = (secure: boolean) => sessionCookie('', new Date(0), secure)

export function tokenInCookie(request: IncomingMessage): string | undefined {
  const header = request.headers.cookie
  return header === undefined ? undefined : parse(header, name)[name]
}
