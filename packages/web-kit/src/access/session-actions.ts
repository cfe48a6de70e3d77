import { type AuthUser, authApi } from '@cascade/contracts/accounts'
import { call } from '../api/api-client'
import { ApiError } from '../api/api-error'
import { storedSession } from '../session/session-storage'
import { dropSession, holdSession, markUnreachable, storedExpiryHasPassed, useSession } from '../session/session-store'

/** @throws ApiError with the server's words when it refuses. */
export async function signIn(username: string, password: string): Promise<AuthUser> {
  const answer = await call(authApi.login, { body: { username, password } })
  holdSession(answer)
  return answer.user
}

/** Ends the session at the server; here it ends in any case but an unreachable server. @throws ApiError */
export async function signOut(): Promise<void> {
  try {
    await call(authApi.logout)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
  }
  dropSession()
}

/**
 * Asks the server whose token or cookie this is. A refusal (401, 403) clears what is stored; when the server cannot
 * be asked everything is kept and the page offers to try again.
 */
export async function restoreSession(now = new Date()): Promise<void> {
  if (storedExpiryHasPassed(now)) return dropSession('expired')
  try {
    const { user, expiresAt } = await call(authApi.session)
    holdSession({ token: storedSession().token, user, expiresAt })
  } catch (error) {
    const refused = error instanceof ApiError && (error.status === 401 || error.status === 403)
    if (refused) dropSession('refused')
    else if (useSession.getState().status !== 'signed-in') markUnreachable()
  }
}
