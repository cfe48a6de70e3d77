import { can, type Permission } from '@cascade/contracts'
import { forbidden } from '../http/errors'
import type { Ctx } from '../http/router'

/**
 * The first line of every verb: the tables of the gateway and of the route are not the last word.
 * @throws AppError FORBIDDEN
 */
export function requirePermission({ actor }: Pick<Ctx, 'actor'>, permission: Permission): void {
  if (!can(actor.role, permission)) throw forbidden()
}
