import { isSideRole } from '@cascade/contracts'
import { baseOf } from '@cascade/contracts/accounts'
import { type Ask, type Ctx, conflict, requirePermission } from '@cascade/service-kit'
import type { AccountsDeps } from '../../deps'
import { accountTexts } from '../../texts'
import { findAccount, type Target } from '../read/find-account'
import { requireActor } from '../read/require-actor'
import { type Account, isSelf } from '../rules/account'
import { retryOnConflict } from '../store/retry-on-conflict'
import { closeAccount } from './close-account'
import { deletePlayer } from './delete-player'

type Deletion = Target & { settle?: 'true' | undefined }

/**
 * Deletes an account for good: its balance returns to its parent with the same commit. An admin's own gift, loan and otc
 * accounts go first; a player goes when nothing is in play.
 */
export async function deleteAccount(deps: AccountsDeps, { ctx, input }: Ask<Deletion>) {
  const { role, parentId } = input
  const { deleted, childDeleted } = baseOf(role)
  requirePermission(ctx, `${role}.manage`)
  await requireActor(deps, ctx)
  return retryOnConflict(async () => {
    const account = await findAccount(deps, ctx.actor, input)
    if (isSelf(ctx.actor, account)) throw conflict(accountTexts.ownDelete)
    if (account.childCount > 0) throw conflict(accountTexts.hasSubordinates)
    if (role === 'superadmin' && account.active) await deps.accounts.requireAnotherSuperadmin()
    if (account.sideCount > 0) await closeSideAccounts(deps, ctx, account)
    const current = account.sideCount > 0 ? await findAccount(deps, ctx.actor, input) : account
    const settle = input.settle === 'true'
    if (role !== 'player') await closeAccount(deps, ctx, current)
    else if (!(await deletePlayer(deps, ctx, { player: current, settle }))) return { message: accountTexts.closing }
    return { message: parentId === undefined ? deleted : childDeleted }
  })
}

async function closeSideAccounts(deps: AccountsDeps, ctx: Ctx, admin: Account): Promise<void> {
  const below = await deps.accountLists.childrenOf(admin._id)
  for (const side of below) if (isSideRole(side.role)) await closeAccount(deps, ctx, side)
}
