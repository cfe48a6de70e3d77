import type { AuthUser } from '@cascade/contracts/accounts'
import { create } from 'zustand'
import { forgetSession, rememberSession, storedSession } from './session-storage'

/** `unknown`: a token may exist that the server has not confirmed. `unreachable`: it could not be asked. */
export type SessionStatus = 'unknown' | 'anonymous' | 'signed-in' | 'unreachable'

export type SessionState = {
  status: SessionStatus
  user: AuthUser | undefined
  /** ISO time; the session never lasts longer. */
  expiresAt: string | undefined
}

const nobody: SessionState = { status: 'anonymous', user: undefined, expiresAt: undefined }

/** Who is signed in on this page. Read it with `useActor` and `useCan`. */
export const useSession = create<SessionState>(() => ({ ...nobody, status: 'unknown' }))

type Confirmed = { token: string | null; user: AuthUser; expiresAt: string }

/** Takes over what login or the session call answered. */
export function holdSession({ token, user, expiresAt }: Confirmed): void {
  rememberSession({ token, role: user.role, expiresAt })
  useSession.setState({ status: 'signed-in', user, expiresAt })
}

/** Nobody is signed in any more: storage is cleared, the guard leads to the login page. */
export function dropSession(): void {
  forgetSession()
  useSession.setState(nobody)
}

export const markUnreachable = () => useSession.setState({ status: 'unreachable' })
export const markUnknown = () => useSession.setState({ ...nobody, status: 'unknown' })

/** Whether the stored expiry has passed; a missing one (a new tab) has not. */
export function storedExpiryHasPassed(now: Date): boolean {
  const { expiresAt } = storedSession()
  return expiresAt !== null && !(Date.parse(expiresAt) > now.getTime())
}
