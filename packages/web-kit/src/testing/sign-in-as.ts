import type { AuthUser } from '@cascade/contracts/accounts'
import { startSession } from '../session/session-store'

/** A user, by default an admin. */
export function makeUser(overrides: Partial<AuthUser> = {}): AuthUser {
  const role = overrides.role ?? 'admin'
  return { _id: `${role}-id`, username: `${role}1`, role, roles: [role], walletBalance: 1000, ...overrides }
}

/** Signs a user in for the rest of the test, without a call. */
export function signInAs(overrides: Partial<AuthUser> = {}): AuthUser {
  const user = makeUser(overrides)
  const expiresAt = new Date(Date.now() + 30 * 60_000).toISOString()
  startSession({ token: 'token-of-the-test', user, expiresAt })
  return user
}
