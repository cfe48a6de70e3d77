import { type AuthUser, authApi } from '@cascade/contracts/accounts'
import { onlineManager } from '@tanstack/react-query'
import { call } from '../api/api-client'
import { ApiError } from '../api/api-error'
import {
  clearTabSession,
  endSession,
  markUnknown,
  markUnreachable,
  sessionLeftMs,
  startSession,
  storedExpiryHasPassed,
  storedSession,
  tokenKey,
  useSession,
} from './session-store'

/** @throws ApiError with the server's words when it refuses. */
export async function signIn(username: string, password: string): Promise<AuthUser> {
  const answer = await call(authApi.login, { body: { username, password } })
  startSession(answer)
  return answer.user
}

/** Ends the session at the server; here it ends in any case but an unreachable server. @throws ApiError */
export async function signOut(): Promise<void> {
  try {
    await call(authApi.logout)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
  }
  endSession()
}

/**
 * Asks the server whose token or cookie this is. A refusal (401, 403) clears what is stored; when the server cannot
 * be asked everything is kept and the page offers to try again. A stored expiry is compared with the server's clock,
 * which the answer tells.
 */
export async function restoreSession(): Promise<void> {
  try {
    const { user, expiresAt } = await call(authApi.session)
    if (storedExpiryHasPassed()) return endSession('expired')
    startSession({ token: storedSession().token, user, expiresAt })
  } catch (error) {
    const isRejected = error instanceof ApiError && (error.status === 401 || error.status === 403)
    if (isRejected) endSession('refused')
    else if (useSession.getState().status !== 'signed-in') markUnreachable()
  }
}

const isExpired = () => useSession.getState().status === 'signed-in' && sessionLeftMs() <= 0

/** Longest delay that timers of browsers keep; a session is far shorter. */
const timerMsMax = 2_147_483_647

/**
 * Keeps this page's session true: it ends at its expiry, when another tab signs out, and changes hands when another
 * tab signs somebody else in. A session that could not be checked is checked again when the connection is back.
 * @returns stops watching
 */
export function watchSession(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const scheduleExpiry = () => {
    clearTimeout(timer)
    const { expiresAt } = useSession.getState()
    if (!expiresAt) return
    const delayMs = Math.max(0, sessionLeftMs())
    timer = setTimeout(() => endSession('expired'), Math.min(delayMs, timerMsMax))
  }
  const onStorage = (event: StorageEvent) => {
    if (event.key !== tokenKey && event.key !== null) return
    if (!event.newValue) return endSession('elsewhere')
    clearTabSession()
    markUnknown()
    void restoreSession()
  }
  // Timers do not run while the machine sleeps. Its clock may have been set meanwhile, so the server is asked first.
  const onVisible = async () => {
    if (document.hidden || !isExpired()) return
    await restoreSession()
    if (isExpired()) endSession('expired')
  }
  const onConnection = (online: boolean) => {
    if (online && useSession.getState().status === 'unreachable') void restoreSession()
  }
  const unsubscribe = useSession.subscribe(scheduleExpiry)
  const stopListening = onlineManager.subscribe(onConnection)
  window.addEventListener('storage', onStorage)
  document.addEventListener('visibilitychange', onVisible)
  scheduleExpiry()
  return () => {
    clearTimeout(timer)
    unsubscribe()
    stopListening()
    window.removeEventListener('storage', onStorage)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
