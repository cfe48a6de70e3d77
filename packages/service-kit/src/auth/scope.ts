import { isBackOfficeRole } from '@cascade/contracts'
import type { Ancestry } from '@cascade/contracts/accounts'
import type { Actor } from './tokens'

/** True for oneself and everybody below; a superadmin's scope is everybody. */
export function isInScope(
  actor: Pick<Actor, 'accountId' | 'role'>,
  account: { _id: string; ancestry: Ancestry } | null | undefined,
): boolean {
  if (!account) return false
  if (actor.role === 'superadmin' || account._id === actor.accountId) return true
  return isBackOfficeRole(actor.role) && account.ancestry[actor.role] === actor.accountId
}

/** The accounts `isInScope` is true for, as a query of the copy. */
export function subtreeFilter(actor: Pick<Actor, 'accountId' | 'role'>): Record<string, string> {
  if (actor.role === 'superadmin') return {}
  return isBackOfficeRole(actor.role) ? { [`ancestry.${actor.role}`]: actor.accountId } : { _id: actor.accountId }
}
