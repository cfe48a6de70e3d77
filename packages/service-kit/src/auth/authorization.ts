import {
  type AnyEndpoint,
  can,
  errorTexts,
  includesPermission,
  isBackOfficeRole,
  isViewable,
  isWithinRights,
  type Permission,
} from '@cascade/contracts'
import type { Ancestry } from '@cascade/contracts/accounts'
import { AppError, forbidden, unauthenticated } from '../runtime/errors'
import type { Actor } from './tokens'

/**
 * Checks the actor's permission. Every domain function calls it first; it does not rely on the gateway or the route.
 * @throws AppError FORBIDDEN
 */
export function requirePermission({ actor }: { actor: Actor }, permission: Permission): void {
  if (!can(actor.role, permission)) throw forbidden()
  if (actor.person && !includesPermission(actor.person.rights, permission)) throw forbidden()
}

/**
 * Checks a permission that no endpoint of the call names, e.g. that of the single calls which a run makes.
 * @throws AppError FORBIDDEN, also for a person who may only read
 */
export function requireRight({ actor }: { actor: Actor }, permission: Permission): void {
  if (!can(actor.role, permission)) throw forbidden()
  if (actor.person && !actor.person.rights.includes(permission)) throw forbidden()
}

/**
 * Checks whether an authenticated actor may call an endpoint.
 * @throws AppError UNAUTHENTICATED without an actor, FORBIDDEN for another role, a person without the right, or a change
 *   by a session that views as the actor
 */
export function requireAccess(endpoint: AnyEndpoint, actor: Actor | undefined): void {
  const { roles } = endpoint
  if (roles === 'public') return
  if (!actor) throw unauthenticated()
  if (roles !== 'any' && !roles.includes(actor.role)) throw forbidden()
  if (actor.person && !isWithinRights(actor.person.rights, endpoint)) throw forbidden()
  if (actor.viewer && !isViewable(endpoint))
    throw new AppError('FORBIDDEN', errorTexts.viewOnly, { reason: 'VIEW_ONLY' })
}

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
