import type { GatewayEnv } from '../env'
import type { GatewayHono } from '../request/context'

const path = '/.well-known/security.txt'
/** RFC 9116 recommends less than a year. */
const validDays = 180

/** Tells finders of vulnerabilities whom to write to (RFC 9116); 404 without a contact. */
export function addSecurityTxt(
  app: GatewayHono,
  { SECURITY_CONTACT, PUBLIC_ORIGIN }: Pick<GatewayEnv, 'SECURITY_CONTACT' | 'PUBLIC_ORIGIN'>,
): void {
  if (SECURITY_CONTACT === undefined) return
  app.get(path, c => {
    const expires = new Date(Date.now() + validDays * 24 * 60 * 60_000)
    const lines = [
      `Contact: ${SECURITY_CONTACT}`,
      `Expires: ${expires.toISOString().slice(0, 10)}T00:00:00Z`,
      'Preferred-Languages: en',
      // An address of the web must begin with https.
      ...(PUBLIC_ORIGIN?.startsWith('https:') ? [`Canonical: ${PUBLIC_ORIGIN}${path}`] : []),
    ]
    return c.body(`${lines.join('\n')}\n`, 200, { 'content-type': 'text/plain; charset=utf-8' })
  })
}
