import { type ActingPerson, type Role, type StandardRights, standardRightsOf } from '@cascade/contracts'
import type { AuthUser } from '@cascade/contracts/accounts'
import { startSession } from '../session/session-store'

/** A user, by default an admin. */
export function makeUser(overrides: Partial<AuthUser> = {}): AuthUser {
  const role = overrides.role ?? 'admin'
  return { _id: `${role}-id`, username: `${role}1`, role, roles: [role], walletBalance: 1000, ...overrides }
}

/** A person with standard rights, by default of an admin's account. */
export const makePerson = (rights: StandardRights, role: Role = 'admin'): ActingPerson => ({
  ...{ id: 'person-1', name: 'Anita Rao', rights: [...standardRightsOf(rights, role)] },
})

/** Signs a user in for the rest of the test, without a call. */
export function signInAs(overrides: Partial<AuthUser> = {}): AuthUser {
  const user = makeUser(overrides)
  const expiresAt = new Date(Date.now() + 30 * 60_000).toISOString()
  startSession({ token: 'token-of-the-test', user, expiresAt })
  return user
}
