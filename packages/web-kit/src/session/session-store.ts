import type { AuthUser } from '@cascade/contracts/accounts'
import { create } from 'zustand'
import { serverNow } from '../clock'
import { localStore, tabStore } from '../storage'

/** `unknown`: a token may exist that the server has not confirmed. `unreachable`: it could not be asked. */
export type SessionStatus = 'unknown' | 'anonymous' | 'signed-in' | 'unreachable'

/** Why nobody is signed in any more, where the user did not ask for it; `at` is an ISO time. */
export type SessionEnd = { why: 'expired' | 'elsewhere' | 'refused'; at: string }

export type SessionState = {
  status: SessionStatus
  user: AuthUser | undefined
  /** ISO time; the session never lasts longer. */
  expiresAt: string | undefined
  /** This browser stores no token: the cookie alone opens reads, and changes need the password again. */
  readsOnly?: boolean
  /** For the login page; forgotten at the next login. */
  ended?: SessionEnd | undefined
}

const anonymousState: SessionState = {
  status: 'anonymous',
  user: undefined,
  expiresAt: undefined,
  readsOnly: false,
  ended: undefined,
}

/** Who is signed in on this page. Read it with `useActor` and `useCan`. */
export const useSession = create<SessionState>(() => ({ ...anonymousState, status: 'unknown' }))

type ConfirmedSession = { token: string | null; user: AuthUser; expiresAt: string }

/** Takes over what login or the session call answered. */
export function startSession({ token, user, expiresAt }: ConfirmedSession): void {
  storeSession({ token, role: user.role, expiresAt })
  useSession.setState({ status: 'signed-in', user, expiresAt, readsOnly: token === null, ended: undefined })
}

/**
 * Nobody is signed in any more: storage is cleared, the guard leads to the login page.
 * @param why said there; absent when the user signed out here
 */
export function endSession(why?: SessionEnd['why']): void {
  const { user } = useSession.getState()
  // What several parts of the page notice one after the other has the reason of the first.
  const ended = user && why ? { why, at: new Date(serverNow()).toISOString() } : useSession.getState().ended
  clearStoredSession()
  useSession.setState({ ...anonymousState, ended: why === undefined ? undefined : ended })
}

export const markUnreachable = () => useSession.setState({ status: 'unreachable' })
export const markUnknown = () => useSession.setState({ ...anonymousState, status: 'unknown' })

/** Whether the stored expiry has passed by the server's clock; a missing one (a new tab) has not. */
export function storedExpiryHasPassed(): boolean {
  const { expiresAt } = storedSession()
  return expiresAt !== null && !(Date.parse(expiresAt) > serverNow())
}

/** How long the session of this page lasts by the server's clock. */
export function sessionLeftMs(): number {
  const { expiresAt } = useSession.getState()
  return expiresAt === undefined ? 0 : Date.parse(expiresAt) - serverNow()
}

/** Local storage: seen by every tab. The server keeps the same token in an HttpOnly cookie. */
export const tokenKey = 'session-token'
const roleKey = 'session-role'
const expiryKey = 'session-expiry'

type Stored = { token: string | null; role: string | null; expiresAt: string | null }

export function storedSession(): Stored {
  return {
    token: localStore.getItem(tokenKey),
    role: tabStore.getItem(roleKey),
    expiresAt: tabStore.getItem(expiryKey),
  }
}

/** Without a token (the cookie alone holds the session) only role and expiry are kept. */
function storeSession({ token, role, expiresAt }: { token: string | null; role: string; expiresAt: string }) {
  if (token) {
    localStore.setItem(tokenKey, token)
    tabStore.setItem(tokenKey, token)
  }
  tabStore.setItem(roleKey, role)
  tabStore.setItem(expiryKey, expiresAt)
}

function clearStoredSession(): void {
  localStore.removeItem(tokenKey)
  clearTabSession()
}

/** What this tab knew of a session that another tab has replaced. */
export function clearTabSession(): void {
  for (const key of [tokenKey, roleKey, expiryKey]) tabStore.removeItem(key)
}
