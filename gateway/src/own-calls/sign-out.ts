import { accountsInternal } from '@cascade/contracts/accounts'
import type { ApiCall } from '../request/context'
import { noSessionCookie } from '../sessions/session-cookie'
import { actorOf, type OwnCallDeps } from './deps'

/** Ends the session everywhere, and the cookie with it. */
export async function signOut({ call, sessions, secure }: OwnCallDeps, { ctx }: { ctx: ApiCall }) {
  const { sessionId } = actorOf(ctx)
  await call(accountsInternal.endSession, { params: { sessionId } })
  sessions.end(sessionId)
  ctx.c.header('set-cookie', noSessionCookie(secure))
  return {}
}
