import { type AnyEndpoint, can, type Permission } from '@cascade/contracts'
import { forbidden, unauthenticated } from '../errors'
import type { Actor } from './tokens'

/**
 * The first line of every verb: the tables of the gateway and of the route are not the last word.
 * @throws AppError FORBIDDEN
 */
export function requirePermission({ actor }: { actor: Actor }, permission: Permission): void {
  if (!can(actor.role, permission)) throw forbidden()
}

/**
 * Whether somebody may make a call at all; who they are was checked before.
 * @throws AppError UNAUTHENTICATED without an actor, FORBIDDEN for another role
 */
export function requireRole({ roles }: Pick<AnyEndpoint, 'roles'>, actor: Actor | undefined): void {
  if (roles === 'public') return
  if (!actor) throw unauthenticated()
  if (roles !== 'any' && !roles.includes(actor.role)) throw forbidden()
}
