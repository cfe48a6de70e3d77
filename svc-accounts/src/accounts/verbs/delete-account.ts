import { isSideRole } from '@cascade/contracts'
import { baseOf } from '@cascade/contracts/accounts'
import { type Ask, type Ctx, conflict, requirePermission } from '@cascade/service-kit'
import type { AccountsDeps } from '../../deps'
import { accountTexts } from '../../texts'
import { findAccount, type Target } from '../read/find-account'
import { requireActor } from '../read/require-actor'
import { type Account, evolved, isSelf } from '../rules/account'
import { accountEvent } from '../rules/account-event'
import { deletedLine } from '../rules/account-history'
import { issuerRef, ledgerActorOf, walletRefOf } from '../rules/wallet-ref'
import { accountWrites, countWrite, eventWrites, superadminCountWrite } from '../store/account-writes'
import { historyWrite } from '../store/history-store'
import { retryOnConflict } from '../store/retry-on-conflict'

/**
 * Deletes an account for good: its balance returns to its parent (a superadmin's to the issuer) and its wallet closes
 * with the same commit. An admin's own gift, loan and otc accounts go first.
 */
export async function deleteAccount(deps: AccountsDeps, { ctx, input }: Ask<Target>) {
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
    await closeAccount(deps, ctx, current)
    return { message: parentId === undefined ? deleted : childDeleted }
  })
}

async function closeSideAccounts(deps: AccountsDeps, ctx: Ctx, admin: Account): Promise<void> {
  const below = await deps.accountLists.childrenOf(admin._id)
  for (const side of below) if (isSideRole(side.role)) await closeAccount(deps, ctx, side)
}

async function closeAccount(deps: AccountsDeps, ctx: Ctx, before: Account): Promise<void> {
  const { actor, requestId } = ctx
  const parent = before.parentId === null ? undefined : await deps.accounts.find(before.parentId)
  if (!parent && before.role !== 'superadmin') throw new Error(`Account ${before._id} has no parent`)
  const set = { deleted: true, deletedAt: deps.now(), scopeVersion: before.scopeVersion + 1 }
  const after = evolved(before, set, [])
  const ending = await deps.sessions.endingAll([before._id], { reason: 'deleted', by: ctx })
  await deps.ledger.close({
    source: walletRefOf(before),
    destination: parent ? walletRefOf(parent) : issuerRef,
    actor: ledgerActorOf(actor),
    note: `Balance of the deleted account ${before.username}`,
    correlationId: requestId,
    sideWrites: [
      ...accountWrites(before, after),
      ...eventWrites([accountEvent('deleted', after, ctx)]),
      historyWrite(deletedLine(after, ctx, deps.now())),
      ...(parent ? [countWrite(before, parent, -1)] : []),
      ...(before.role === 'superadmin' && before.active ? [superadminCountWrite(-1)] : []),
      ...ending.writes,
    ],
  })
  deps.passwords.forget(ending.sessionIds)
}
