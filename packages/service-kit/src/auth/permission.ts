import { type AnyEndpoint, can, type Permission } from '@cascade/contracts'
import { forbidden, unauthenticated } from '../runtime/errors'
import type { Actor } from './tokens'

/**
 * Checks the actor's permission. Every domain function calls it first; it does not rely on the gateway or the route.
 * @throws AppError FORBIDDEN
 */
export function requirePermission({ actor }: { actor: Actor }, permission: Permission): void {
  if (!can(actor.role, permission)) throw forbidden()
}

/**
 * Checks whether an authenticated actor may call an endpoint.
 * @throws AppError UNAUTHENTICATED without an actor, FORBIDDEN for another role
 */
export function requireRole({ roles }: Pick<AnyEndpoint, 'roles'>, actor: Actor | undefined): void {
  if (roles === 'public') return
  if (!actor) throw unauthenticated()
  if (roles !== 'any' && !roles.includes(actor.role)) throw forbidden()
}
