import { type AuthUser, authApi, type NewPasswordNeeded, type SecondFactorNeeded } from '@cascade/contracts/accounts'
import { onlineManager } from '@tanstack/react-query'
import { call } from '../api/api-client'
import { ApiError } from '../api/api-error'
import { watchInput } from './activity'
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

/** The next step of a sign-in after the password. */
export type SignInNeeds = SecondFactorNeeded | NewPasswordNeeded

/**
 * @returns the user, or what the next step needs
 * @throws ApiError with the server's message when it is rejected
 */
export async function signIn(username: string, password: string): Promise<AuthUser | SignInNeeds> {
  const answer = await call(authApi.login, { body: { username, password } })
  if ('needs' in answer) return answer
  startSession(answer)
  return answer.user
}

/** Ends the session on the server, and here unless the server is unreachable. @throws ApiError */
export async function signOut(): Promise<void> {
  try {
    await call(authApi.logout)
  } catch (error) {
    if (!(error instanceof ApiError && error.fromServer && error.status === 401)) throw error
  }
  endSession()
}

/**
 * Checks the stored token or cookie with the server. 401 and 403 of the server clear it; an unreachable server or a
 * proxy's page changes nothing, and the page offers a retry. The stored expiry is compared with the server's clock, which the response sets.
 */
export async function restoreSession(): Promise<void> {
  try {
    const state = await call(authApi.session)
    if (storedExpiryHasPassed()) return endSession('expired')
    startSession({ token: storedSession().token, ...state })
  } catch (error) {
    const isRejected = error instanceof ApiError && error.fromServer && (error.status === 401 || error.status === 403)
    if (isRejected) endSession('refused')
    else if (useSession.getState().status !== 'signed-in') markUnreachable()
  }
}

const isExpired = () => useSession.getState().status === 'signed-in' && sessionLeftMs() <= 0

const timerMsMax = 2_147_483_647

/**
 * Ends the session at its expiry or when another tab signs out, and switches user when another tab signs in. An
 * unchecked session is checked again when the connection is back.
 * @returns unsubscribes
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
  // Timers stop while the machine sleeps, and its clock may have been changed: check with the server first.
  const onVisible = async () => {
    if (document.hidden || !isExpired()) return
    await restoreSession()
    if (isExpired()) endSession('expired')
  }
  const onConnection = (online: boolean) => {
    if (online && useSession.getState().status === 'unreachable') void restoreSession()
  }
  const unsubscribe = useSession.subscribe(scheduleExpiry)
  const unwatchInput = watchInput()
  const stopListening = onlineManager.subscribe(onConnection)
  window.addEventListener('storage', onStorage)
  document.addEventListener('visibilitychange', onVisible)
  scheduleExpiry()
  return () => {
    clearTimeout(timer)
    unsubscribe()
    unwatchInput()
    stopListening()
    window.removeEventListener('storage', onStorage)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
