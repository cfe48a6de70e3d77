import { can } from '@cascade/contracts'
import { type Ctx, notFound, requirePermission } from '@cascade/service-kit'
import type { Account } from '../accounts/account'
import { findInScope, requireActor } from '../accounts/find-account'
import type { AccountsDeps } from '../deps'

/** Absent for the own account; superiors name one below. */
export type OfAccount = { userId?: string | undefined }

/** The account whose people are meant. Players have none. @throws AppError FORBIDDEN or NOT_FOUND */
export async function findOwner(deps: AccountsDeps, ctx: Ctx, { userId }: OfAccount): Promise<Account> {
  requirePermission(ctx, 'people.manage')
  const actor = await requireActor(deps, ctx)
  const owner = userId === undefined ? actor : await findInScope(deps, ctx.actor, userId)
  if (!can(owner.role, 'people.manage')) throw notFound()
  return owner
}
