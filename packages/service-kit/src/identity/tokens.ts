import { type Caller, Role } from '@cascade/contracts'
import { createLocalJWKSet, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { unauthenticated } from '../http/errors'

/** The signed-in user on whose behalf a call is made. */
export const Actor = z.object({
  accountId: z.string(),
  username: z.string(),
  role: Role,
  sessionId: z.string(),
  ipAddress: z.string(),
})
export type Actor = z.infer<typeof Actor>

/** Who calls a service: a process, and the user for whom it does so, if any. */
export type Identity = { caller: Caller; actor: Actor | undefined }

const issuer = (kid: string) => `cascade:${kid}`
const lifetimeSeconds = 60
/** A token is reused this long, so that each call does not cost a signature. */
const reuseMs = 30_000
const cacheLimit = 10_000

export type TokenSigner = (audience: string, actor?: Actor) => Promise<string>
export type TokenVerifier = (token: string) => Promise<Identity>

/**
 * Signs 60 s service tokens with the process's own Ed25519 key (`kid` = name of the room).
 * Tokens for the same audience and actor are reused for 30 s.
 */
export async function createTokenSigner(privateJwk: JWK): Promise<TokenSigner> {
  const key = await importJWK(privateJwk, 'EdDSA')
  const kid = privateJwk.kid ?? ''
  const cache = new Map<string, { token: string; until: number }>()
  return async (audience, actor) => {
    const cacheKey = `${audience}|${actor ? `${actor.sessionId}|${actor.ipAddress}` : ''}`
    const cached = cache.get(cacheKey)
    if (cached && cached.until > Date.now()) return cached.token
    const token = await new SignJWT(actor ? { actor } : {})
      .setProtectedHeader({ alg: 'EdDSA', kid, typ: 'cascade-service+jwt' })
      .setIssuer(issuer(kid))
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${lifetimeSeconds}s`)
      .sign(key)
    if (cache.size >= cacheLimit) cache.clear()
    cache.set(cacheKey, { token, until: Date.now() + reuseMs })
    return token
  }
}

const Claims = z.object({ actor: Actor.optional(), exp: z.number() })

/**
 * Verifies service tokens for one audience (the name of the room).
 * @throws AppError UNAUTHENTICATED for anything but a live token signed by a known process for this audience.
 */
export function createTokenVerifier(jwks: { keys: JWK[] }, audience: string): TokenVerifier {
  const keys = createLocalJWKSet(jwks)
  const cache = new Map<string, { identity: Identity; until: number }>()
  return async token => {
    const cached = cache.get(token)
    if (cached && cached.until > Date.now()) return cached.identity
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        algorithms: ['EdDSA'],
        audience,
        typ: 'cascade-service+jwt',
        requiredClaims: ['exp', 'iat'],
        maxTokenAge: `${lifetimeSeconds}s`,
      })
      const kid = protectedHeader.kid ?? ''
      if (payload.iss !== issuer(kid)) throw unauthenticated()
      const claims = Claims.parse(payload)
      const identity = { caller: kid as Caller, actor: claims.actor }
      if (cache.size >= cacheLimit) cache.clear()
      cache.set(token, { identity, until: claims.exp * 1000 })
      return identity
    } catch (cause) {
      throw Object.assign(unauthenticated(), { cause })
    }
  }
}
