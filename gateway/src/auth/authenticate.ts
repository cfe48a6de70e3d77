import type { IncomingMessage } from 'node:http'
import type { OpenSession } from '@cascade/contracts/accounts'
import { type Actor, unauthenticated } from '@cascade/service-kit'
import type { Origins } from '../request/origins'
import type { SessionCache } from './session-cache'
import { type SessionTokens, tokenInCookie } from './session-token'

export type Identified = { actor: Actor; session: OpenSession }
export type Authenticator = ReturnType<typeof createAuthenticator>

/** Who makes a request: from the token only, and only while its session is open. */
export function createAuthenticator(deps: { tokens: SessionTokens; sessions: SessionCache; origins: Origins }) {
  const { tokens, sessions, origins } = deps

  async function byToken(token: string, address: string): Promise<Identified> {
    const claims = await tokens.verify(token)
    const session = await sessions.get(claims.sid)
    const { _id, username, role } = session.user
    if (_id !== claims.sub) throw unauthenticated()
    return { session, actor: { accountId: _id, username, role, sessionId: claims.sid, ipAddress: address } }
  }

  return {
    byToken,
    /**
     * The bearer token; for a call that changes nothing the cookie serves too, if our own page caused the request.
     * @throws AppError UNAUTHENTICATED, FORBIDDEN to the page of another site, or UNAVAILABLE when sessions cannot be checked
     */
    async identify(request: IncomingMessage, changes: boolean, address: string): Promise<Identified> {
      const header = request.headers.authorization
      if (header !== undefined) {
        const token = /^Bearer ([\w.-]{1,4096})$/i.exec(header)?.[1]
        if (!token) throw unauthenticated()
        return byToken(token, address)
      }
      const token = changes ? undefined : tokenInCookie(request)
      if (!token) throw unauthenticated()
      origins.requireOwnPage(request)
      return byToken(token, address)
    },
  }
}
