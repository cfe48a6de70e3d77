import type { IncomingMessage } from 'node:http'
import { Role } from '@cascade/contracts'
import { serviceOfKey, unauthenticated } from '@cascade/service-kit'
import { parse, serialize } from 'hono/utils/cookie'
import { createLocalJWKSet, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

const algorithm = 'EdDSA'
const tokenType = 'cascade-session+jwt'
const audience = 'cascade'
const issuer = 'cascade:gateway'
/** Fixed at login; a longer token is forged or from a wrong clock. */
const lifetimeSeconds = 30 * 60
const clockSkewSeconds = 60
const cacheLimit = 20_000

const Claims = z.object({
  sub: z.string(),
  sid: z.string(),
  username: z.string(),
  role: Role,
  iat: z.number(),
  exp: z.number(),
})
type SessionClaims = z.infer<typeof Claims>

type NewSession = { accountId: string; username: string; role: Role; sessionId: string; expiresAt: Date }
export type SessionTokens = Awaited<ReturnType<typeof createSessionTokens>>

/**
 * Signs and verifies user tokens. Only keys of the gateway count; the key set also contains those of services, which
 * must not be able to sign in users.
 */
export async function createSessionTokens(privateJwk: JWK, jwks: { keys: JWK[] }, now: () => number) {
  const key = await importJWK(privateJwk, algorithm)
  const kid = privateJwk.kid ?? ''
  const ours = createLocalJWKSet({ keys: jwks.keys.filter(each => serviceOfKey(each.kid) === 'gateway') })
  const verified = new Map<string, SessionClaims>()

  async function verifySignature(token: string): Promise<SessionClaims> {
    try {
      const { payload } = await jwtVerify(token, ours, {
        algorithms: [algorithm],
        typ: tokenType,
        audience,
        issuer,
        requiredClaims: ['exp', 'iat', 'sub', 'sid'],
        maxTokenAge: lifetimeSeconds,
        clockTolerance: clockSkewSeconds,
        currentDate: new Date(now()),
      })
      const claims = Claims.parse(payload)
      if (claims.exp - claims.iat > lifetimeSeconds + clockSkewSeconds) throw new Error('lifetime too long')
      return claims
    } catch (cause) {
      throw Object.assign(unauthenticated(), { cause })
    }
  }

  return {
    sign({ accountId, username, role, sessionId, expiresAt }: NewSession): Promise<string> {
      return new SignJWT({ sid: sessionId, username, role })
        .setProtectedHeader({ alg: algorithm, kid, typ: tokenType })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(accountId)
        .setIssuedAt(new Date(now()))
        .setExpirationTime(expiresAt)
        .sign(key)
    },

    /** Verifies each signature once. @throws AppError UNAUTHENTICATED */
    async verify(token: string): Promise<SessionClaims> {
      const claims = verified.get(token) ?? (await verifySignature(token))
      if (claims.exp * 1000 <= now()) {
        verified.delete(token)
        throw unauthenticated()
      }
      if (verified.size >= cacheLimit) verified.clear()
      verified.set(token, claims)
      return claims
    },
  }
}

export type BrowserCookies = ReturnType<typeof createBrowserCookies>

/** As long as browsers store a cookie. */
const markMs = 400 * 86_400_000

/**
 * HttpOnly, SameSite cookies: the session, for reads and downloads, and a mark by which sign-in notices recognise the
 * browser. Under TLS the prefix `__Host-` keeps sibling hosts and plain http from setting them, so names without it
 * must not be read.
 */
export function createBrowserCookies(secure: boolean) {
  const cookieOf = (plainName: string) => {
    const name = secure ? `__Host-${plainName}` : plainName
    return {
      set: (value: string, expires: Date): string =>
        serialize(name, value, { httpOnly: true, sameSite: 'Strict', path: '/', secure, expires }),
      read: ({ headers }: IncomingMessage): string | undefined =>
        headers.cookie === undefined ? undefined : parse(headers.cookie, name)[name],
    }
  }
  const [session, browser] = [cookieOf('session-token'), cookieOf('browser')]
  return {
    ...session,
    clear: () => session.set('', new Date(0)),
    readMark: browser.read,
    setMark: (mark: string, now: number) => browser.set(mark, new Date(now + markMs)),
  }
}
