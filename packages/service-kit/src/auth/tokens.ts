import {
  ActingPerson,
  type Caller,
  callers,
  EventActor,
  type EventPerson,
  errorTexts,
  Role,
  Viewer,
} from '@cascade/contracts'
import { createLocalJWKSet, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { AppError } from '../runtime/errors'

export const Actor = z.object({
  accountId: z.string(),
  username: z.string(),
  role: Role,
  sessionId: z.string(),
  ipAddress: z.string(),
  /** Absent for the login of the account itself. */
  person: ActingPerson.optional(),
  /** Set while this login views as the actor: it may only read. */
  viewer: Viewer.optional(),
  /** Set for an approved call: session and password of the actor were checked when it was requested. */
  approvalId: z.string().optional(),
  /** The second person who approved it. */
  approvedBy: EventActor.optional(),
})
export type Actor = z.infer<typeof Actor>

/** The person of an actor as a field of a `by` or of an event's actor, if there is one. */
export const personOf = ({ person }: { person?: EventPerson | undefined }): { person?: EventPerson } =>
  person ? { person: { id: person.id, name: person.name } } : {}

/** The login of an actor: the id of its person, or of the account. Password, factors and sessions belong to it. */
export const loginIdOf = ({ accountId, person }: Pick<Actor, 'accountId' | 'person'>): string => person?.id ?? accountId

/** An actor in texts: `admin1`, or `Anita Rao (admin1)` for a person. */
export const nameOfActor = ({
  username,
  person,
}: {
  username: string
  person?: { name: string } | undefined
}): string => (person ? `${person.name} (${username})` : username)

/** Person, and username of the second person, as fields of a `by`. */
export const agentsOf = ({
  person,
  approvedBy,
}: {
  person?: EventPerson | undefined
  approvedBy?: EventActor | undefined
}): { person?: EventPerson; approvedBy?: string } => ({
  ...personOf({ person }),
  ...(approvedBy && { approvedBy: approvedBy.username }),
})

/** The actor of a call as the `by` of what it did. */
export const authorOf = ({ accountId, username, role, ...agents }: Actor) => ({
  ...{ accountId, username, role },
  ...agentsOf(agents),
})

/** `feeds`: those that an `external` caller may read. */
export type Identity = { caller: Caller; actor: Actor | undefined; feeds: readonly string[] }

const issuer = (kid: string) => `cascade:${kid}`
const lifetimeSeconds = 60
/** Tokens are rejected when the clocks of two machines differ by more. */
const clockToleranceSeconds = 10
const reuseMs = 30_000
const cacheLimit = 10_000

/** Returns a cached token synchronously. */
export type TokenSigner = (audience: string, actor?: Actor) => string | Promise<string>
export type TokenVerifier = (token: string) => Identity | Promise<Identity>
type Clock = { now?: () => number }

/** The service that a key belongs to: `gateway`, or `gateway.<name>` during key rotation. */
export const serviceOfKey = (kid: string | undefined): string => (kid ?? '').split('.')[0] ?? ''

/**
 * Signs service tokens, valid for 60 s, with the process's own Ed25519 key (`kid`: the service, then optionally a dot
 * and a name). Tokens for the same audience and actor are reused for 30 s.
 */
export async function createTokenSigner(privateJwk: JWK, { now = Date.now }: Clock = {}): Promise<TokenSigner> {
  const key = await importJWK(privateJwk, 'EdDSA')
  const kid = privateJwk.kid ?? ''
  const cache = new Map<string, { token: string; until: number }>()

  async function sign(cacheKey: string, audience: string, actor: Actor | undefined) {
    const at = now()
    const token = await new SignJWT(actor ? { actor } : {})
      .setProtectedHeader({ alg: 'EdDSA', kid, typ: 'cascade-service+jwt' })
      .setIssuer(issuer(kid))
      .setAudience(audience)
      .setIssuedAt(new Date(at))
      .setExpirationTime(new Date(at + lifetimeSeconds * 1000))
      .sign(key)
    if (cache.size >= cacheLimit) cache.clear()
    cache.set(cacheKey, { token, until: at + reuseMs })
    return token
  }

  return (audience, actor) => {
    const { sessionId, ipAddress, approvalId, person, viewer } = actor ?? {}
    const cacheKey = actor
      ? [audience, sessionId, ipAddress, approvalId, person?.rights.join(), viewer?.id].join('|')
      : audience
    const cached = cache.get(cacheKey)
    return cached && cached.until > now() ? cached.token : sign(cacheKey, audience, actor)
  }
}

const Claims = z.object({ actor: Actor.optional(), exp: z.number() })
const CallerName = z.enum(callers)
const Feeds = z.object({ feeds: z.array(z.string()).default([]) })

/** The calling process is at fault, not the user: the gateway must not end the user's session. */
export const serviceTokenRefused = (cause?: unknown) =>
  new AppError('UNAUTHENTICATED', errorTexts.unauthenticated, { reason: 'SERVICE_TOKEN_REFUSED', cause })

/**
 * Verifies service tokens for one audience (the name of the service); clocks may differ by ten seconds.
 * @param jwks public keys; that of an `external` service has the `feeds` that it opens
 * @throws AppError UNAUTHENTICATED, reason SERVICE_TOKEN_REFUSED, for anything but a valid token that a known process
 *   signed for this audience
 */
export function createTokenVerifier(
  jwks: { keys: JWK[] },
  audience: string,
  { now = Date.now }: Clock = {},
): TokenVerifier {
  const keys = createLocalJWKSet(jwks)
  const cache = new Map<string, { identity: Identity; until: number }>()

  async function verify(token: string): Promise<Identity> {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        algorithms: ['EdDSA'],
        audience,
        typ: 'cascade-service+jwt',
        requiredClaims: ['exp', 'iat'],
        maxTokenAge: lifetimeSeconds,
        clockTolerance: clockToleranceSeconds,
        currentDate: new Date(now()),
      })
      const { kid = '' } = protectedHeader
      if (payload.iss !== issuer(kid)) throw new Error('issuer and key differ')
      const { actor, exp } = Claims.parse(payload)
      const caller = CallerName.parse(serviceOfKey(kid))
      if (actor?.approvalId !== undefined && caller !== 'svc-accounts')
        throw new Error('only svc-accounts executes approved calls')
      const { feeds } = Feeds.parse(jwks.keys.find(key => key.kid === kid))
      const identity: Identity = { caller, actor, feeds }
      if (cache.size >= cacheLimit) cache.clear()
      cache.set(token, { identity, until: (exp + clockToleranceSeconds) * 1000 })
      return identity
    } catch (cause) {
      throw serviceTokenRefused(cause)
    }
  }

  return token => {
    const cached = cache.get(token)
    return cached && cached.until > now() ? cached.identity : verify(token)
  }
}
