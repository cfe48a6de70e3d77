import type { Viewer } from '@cascade/contracts'
import type { AuthUser } from '@cascade/contracts/accounts'
import { create } from 'zustand'
import { serverNow } from '../clock'
import { localStore, tabStore } from '../storage'

/** `unknown`: a stored token is not confirmed yet. `unreachable`: it could not be checked. */
export type SessionStatus = 'unknown' | 'anonymous' | 'signed-in' | 'unreachable'

/** Why the session ended, unless the user signed out; `at` is an ISO time. */
export type SessionEnd = {
  why: 'expired' | 'elsewhere' | 'refused' | 'idle' | 'replaced'
  at: string
  /** The limit of an idle session. */
  minutes?: number | undefined
}

export type SessionState = {
  status: SessionStatus
  user: AuthUser | undefined
  /** ISO time. */
  expiresAt: string | undefined
  /** Minutes without a call after which it ends earlier. */
  idleMinutes?: number | undefined
  /** No token is stored: the cookie alone permits reads, changes need the password again. */
  readsOnly?: boolean
  ended?: SessionEnd | undefined
  /** Set while this login views as `user`: nothing can be changed. */
  viewer?: Viewer | undefined
  /** The role needs a second factor that the account does not have: only the page for adding one works. */
  mustEnrol?: boolean
}

const anonymousState: SessionState = {
  status: 'anonymous',
  user: undefined,
  expiresAt: undefined,
  idleMinutes: undefined,
  readsOnly: false,
  ended: undefined,
  viewer: undefined,
  mustEnrol: false,
}

/** The session of this page. Read it with `useActor` and `useCan`. */
export const useSession = create<SessionState>(() => ({ ...anonymousState, status: 'unknown' }))

type ConfirmedSession = {
  token: string | null
  user: AuthUser
  expiresAt: string
  idleMinutes?: number | undefined
  viewer?: Viewer | undefined
}

/** Stores the session that login or the session call returned. */
export function startSession({ token, user, expiresAt, idleMinutes, viewer }: ConfirmedSession): void {
  storeSession({ token, role: user.role, expiresAt })
  const state = { user, expiresAt, idleMinutes, viewer, readsOnly: token === null, ended: undefined }
  useSession.setState({ status: 'signed-in', ...state })
}

/**
 * Clears the session; the guard then leads to the login page.
 * @param why shown there; absent when the user signed out here
 */
export function endSession(why?: SessionEnd['why']): void {
  const { user, idleMinutes, ended: before } = useSession.getState()
  // An idle session may have ended while the page was closed.
  const isStated = user !== undefined || why === 'idle' || why === 'replaced'
  const end = isStated && why ? { why, at: new Date(serverNow()).toISOString(), minutes: idleMinutes } : undefined
  // When several parts of the page end the session one after another, the first reason wins.
  const ended = end ?? before
  clearStoredSession()
  useSession.setState({ ...anonymousState, ended: why === undefined ? undefined : ended })
}

export const markUnreachable = () => useSession.setState({ status: 'unreachable' })
export const markUnknown = () => useSession.setState({ ...anonymousState, status: 'unknown' })

/** Whether the stored expiry has passed by the server's clock; a missing one (new tab) has not. */
export function storedExpiryHasPassed(): boolean {
  const { expiresAt } = storedSession()
  return expiresAt !== null && !(Date.parse(expiresAt) > serverNow())
}

export function sessionLeftMs(): number {
  const { expiresAt } = useSession.getState()
  return expiresAt === undefined ? 0 : Date.parse(expiresAt) - serverNow()
}

/** In local storage, shared by all tabs. The server sets the same token as an HttpOnly cookie. */
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

export function clearTabSession(): void {
  for (const key of [tokenKey, roleKey, expiryKey]) tabStore.removeItem(key)
}
