import { isBackOfficeRole } from '@cascade/contracts'
import type { Ancestry } from '@cascade/contracts/accounts'
import type { Actor } from './tokens'

/** True for the actor's own account and all accounts below it; superadmins see every account. */
export function isInScope(
  actor: Pick<Actor, 'accountId' | 'role'>,
  account: { _id: string; ancestry: Ancestry } | null | undefined,
): boolean {
  if (!account) return false
  if (actor.role === 'superadmin' || account._id === actor.accountId) return true
  return isBackOfficeRole(actor.role) && account.ancestry[actor.role] === actor.accountId
}

/** `isInScope` as a query on the accounts replica. */
export function subtreeFilter(actor: Pick<Actor, 'accountId' | 'role'>): Record<string, string> {
  if (actor.role === 'superadmin') return {}
  return isBackOfficeRole(actor.role) ? { [`ancestry.${actor.role}`]: actor.accountId } : { _id: actor.accountId }
}
