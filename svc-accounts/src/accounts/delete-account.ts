import { type AccountRole, isSideRole } from '@cascade/contracts'
import { conflict } from '@cascade/service-kit'
import type { AccountsDeps, Ctx } from '../deps'
import { endSessionsOf } from '../sessions/end-sessions'
import { accountTexts } from '../texts'
import { requireManager } from './access'
import { type Account, isSelf } from './account'
import { accountEvent } from './account-events'
import { childrenIndex } from './account-plans'
import { superadminCountWrite } from './account-store'
import { accountWrites, countWrite, eventWrite, evolved, type Write } from './account-writes'
import { decideAgain } from './decide-again'
import { findAccount } from './find-account'
import { issuerParty, ledgerActorOf, partyOf } from './party'

/**
 * Deletes an account for good: its balance returns to its parent (a superadmin's to the issuer) and its wallet closes
 * with the same commit. An admin's own gift, loan and otc accounts go first.
 */
export async function deleteAccount(
  deps: AccountsDeps,
  ctx: Ctx,
  role: AccountRole,
  id: string,
  parentId?: string,
): Promise<void> {
  await requireManager(deps, ctx, role)
  await decideAgain(async () => {
    const account = await findAccount(deps, ctx.actor, role, id, parentId)
    if (isSelf(ctx.actor, account)) throw conflict(accountTexts.ownDelete)
    if (account.childCount > 0) throw conflict(accountTexts.hasSubordinates)
    if (account.role === 'superadmin' && account.active) await deps.accounts.requireAnotherSuperadmin()
    await closeSideAccounts(deps, ctx, account)
    const current = account.sideCount > 0 ? await findAccount(deps, ctx.actor, role, id, parentId) : account
    await closeAccount(deps, ctx, current)
  })
}

async function closeSideAccounts(deps: AccountsDeps, ctx: Ctx, admin: Account): Promise<void> {
  if (admin.sideCount === 0) return
  const sides = await deps.accounts.rows
    .find({ parentId: admin._id, deleted: false }, { hint: childrenIndex })
    .toArray()
  for (const side of sides) if (isSideRole(side.role)) await closeAccount(deps, ctx, side)
}

async function closeAccount(deps: AccountsDeps, ctx: Ctx, before: Account): Promise<void> {
  const parent = before.parentId === null ? undefined : await deps.accounts.find(before.parentId)
  const set = { deleted: true, deletedAt: deps.now(), scopeVersion: before.scopeVersion + 1 }
  const after = evolved(before, set, [])
  const field = isSideRole(before.role) ? 'sideCount' : 'childCount'
  const also: Write[] = [
    ...accountWrites(deps.db, before, after),
    eventWrite(deps.db, accountEvent('deleted', after, ctx)),
    ...(parent ? [countWrite(deps.db, parent, field, -1)] : []),
    ...(before.role === 'superadmin' && before.active ? [superadminCountWrite(deps.db, -1)] : []),
  ]
  await deps.ledger.close({
    from: partyOf(before),
    to: parent ? partyOf(parent) : issuerParty,
    actor: ledgerActorOf(ctx.actor),
    note: `Balance of the deleted account ${before.username}`,
    correlationId: ctx.requestId,
    also,
  })
  await endSessionsOf(deps, ctx, [before._id], 'deleted')
}
