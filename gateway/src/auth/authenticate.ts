import type { IncomingMessage } from 'node:http'
import type { OpenSession } from '@cascade/contracts/accounts'
import { type Actor, createNetworkTest, unauthenticated } from '@cascade/service-kit'
import type { Origins } from '../request/origins'
import type { SessionCache } from './session-cache'
import type { BrowserCookies, SessionTokens } from './session-token'

export type Identified = { actor: Actor; session: OpenSession }
export type Authenticator = ReturnType<typeof createAuthenticator>

type AuthenticatorDeps = { tokens: SessionTokens; sessions: SessionCache; origins: Origins; cookie: BrowserCookies }

/** True if the networks of the session's account allow the address. */
export const isUsableFrom = ({ networks = [] }: OpenSession, address: string): boolean =>
  networks.every(each => createNetworkTest(each)(address))

/** Identifies the caller by a token whose session is open. */
export function createAuthenticator({ tokens, sessions, origins, cookie }: AuthenticatorDeps) {
  async function byToken(token: string, address: string, isBackground: boolean): Promise<Identified> {
    const claims = await tokens.verify(token)
    const session = await sessions.get(claims.sid, isBackground)
    const { _id, username, role, person } = session.user
    if (_id !== claims.sub) throw unauthenticated()
    if (!isUsableFrom(session, address)) throw unauthenticated()
    const actor = {
      accountId: _id,
      username,
      role,
      sessionId: claims.sid,
      ipAddress: address,
      ...(person && { person }),
      ...(session.viewer && { viewer: session.viewer }),
    }
    return { session, actor }
  }

  return {
    byToken,
    /**
     * Identifies by bearer token. For reads, the session cookie also counts if our own page sent the request.
     * @throws AppError UNAUTHENTICATED, FORBIDDEN for a page of another site, UNAVAILABLE when sessions cannot be
     *   checked
     */
    async identify(
      request: IncomingMessage,
      { changes, isBackground, address }: { changes: boolean; isBackground: boolean; address: string },
    ): Promise<Identified> {
      const header = request.headers.authorization
      if (header !== undefined) {
        const token = /^Bearer ([\w.-]{1,4096})$/i.exec(header)?.[1]
        if (!token) throw unauthenticated()
        return byToken(token, address, isBackground)
      }
      const token = changes ? undefined : cookie.read(request)
      if (!token) throw unauthenticated()
      origins.requireOwnPage(request)
      return byToken(token, address, isBackground)
    },
  }
}
