import type { AuthUser } from '@cascade/contracts/accounts'
import { create } from 'zustand'

/** `unknown`: a token may exist that the server has not confirmed. `unreachable`: it could not be asked. */
export type SessionStatus = 'unknown' | 'anonymous' | 'signed-in' | 'unreachable'

/** Why nobody is signed in any more, where the user did not ask for it; `at` is an ISO time. */
export type SessionEnd = { why: 'expired' | 'elsewhere' | 'refused'; at: string }

export type SessionState = {
  status: SessionStatus
  user: AuthUser | undefined
  /** ISO time; the session never lasts longer. */
  expiresAt: string | undefined
  /** For the login page; forgotten at the next login. */
  ended?: SessionEnd | undefined
}

const nobody: SessionState = { status: 'anonymous', user: undefined, expiresAt: undefined, ended: undefined }

/** Who is signed in on this page. Read it with `useActor` and `useCan`. */
export const useSession = create<SessionState>(() => ({ ...nobody, status: 'unknown' }))

type Confirmed = { token: string | null; user: AuthUser; expiresAt: string }

/** Takes over what login or the session call answered. */
export function holdSession({ token, user, expiresAt }: Confirmed): void {
  rememberSession({ token, role: user.role, expiresAt })
  useSession.setState({ status: 'signed-in', user, expiresAt, ended: undefined })
}

/**
 * Nobody is signed in any more: storage is cleared, the guard leads to the login page.
 * @param why said there; absent when the user signed out here
 */
export function dropSession(why?: SessionEnd['why']): void {
  const { user } = useSession.getState()
  // What several parts of the page notice one after the other has the reason of the first.
  const ended = user && why ? { why, at: new Date().toISOString() } : useSession.getState().ended
  forgetSession()
  useSession.setState({ ...nobody, ended: why === undefined ? undefined : ended })
}

export const markUnreachable = () => useSession.setState({ status: 'unreachable' })
export const markUnknown = () => useSession.setState({ ...nobody, status: 'unknown' })

/** Whether the stored expiry has passed; a missing one (a new tab) has not. */
export function storedExpiryHasPassed(now: Date): boolean {
  const { expiresAt } = storedSession()
  return expiresAt !== null && !(Date.parse(expiresAt) > now.getTime())
}

/** Local storage: seen by every tab. The server keeps the same token in an HttpOnly cookie. */
export const tokenKey = 'session-token'
const roleKey = 'session-role'
const expiryKey = 'session-expiry'

type Stored = { token: string | null; role: string | null; expiresAt: string | null }

export function storedSession(): Stored {
  return {
    token: localStorage.getItem(tokenKey),
    role: sessionStorage.getItem(roleKey),
    expiresAt: sessionStorage.getItem(expiryKey),
  }
}

/** Without a token (the cookie alone holds the session) only role and expiry are kept. */
function rememberSession({ token, role, expiresAt }: { token: string | null; role: string; expiresAt: string }) {
  if (token) {
    localStorage.setItem(tokenKey, token)
    sessionStorage.setItem(tokenKey, token)
  }
  sessionStorage.setItem(roleKey, role)
  sessionStorage.setItem(expiryKey, expiresAt)
}

function forgetSession(): void {
  localStorage.removeItem(tokenKey)
  forgetInThisTab()
}

/** What this tab knew of a session that another tab has replaced. */
export function forgetInThisTab(): void {
  for (const key of [tokenKey, roleKey, expiryKey]) sessionStorage.removeItem(key)
}
