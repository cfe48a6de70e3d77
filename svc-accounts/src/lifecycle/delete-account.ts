import { isSideRole, toPoints } from '@cascade/contracts'
import { levelOf } from '@cascade/contracts/accounts'
import type { OpenPlay } from '@cascade/contracts/live'
import { AppError, type Call, type CausedBy, type Ctx, conflict, requirePermission } from '@cascade/service-kit'
import {
  type Account,
  accountEvent,
  isSelf,
  issuerRef,
  ledgerActorOf,
  walletRefOf,
  withChanges,
} from '../accounts/account'
import { accountWrites, countWrite, superadminCountWrite } from '../accounts/account-writes'
import { findAccount, requireActor, type Target } from '../accounts/find-account'
import { deletedRow, lastHistoryWrites } from '../accounts/history-store'
import { retryOnConflict } from '../accounts/retry-on-conflict'
import { accountTexts } from '../accounts/texts'
import type { AccountsDeps } from '../deps'
import { requireSecondPerson } from '../identity/policy/require-second-person'
import { eventWrite } from '../ledger'
import { writeChange } from './change-account'
import { planChange } from './plan-change'

type Deletion = Target & { settle?: 'true' | undefined }

/**
 * Deletes an account; its balance goes to its parent in the same transaction. Gift, loan and otc accounts of an admin are
 * deleted first. A player is deleted only when nothing is in play.
 */
export async function deleteAccount(deps: AccountsDeps, { ctx, input }: Call<Deletion>) {
  const { role, parentId } = input
  const { deleted, childDeleted } = levelOf(role)
  requirePermission(ctx, `${role}.manage`)
  await requireActor(deps, ctx)
  return retryOnConflict(async () => {
    const account = await findAccount(deps, ctx.actor, input)
    if (isSelf(ctx.actor, account)) throw conflict(accountTexts.ownDelete)
    await requireSecondPerson(deps, ctx, { operation: role === 'superadmin' ? 'superadmin.change' : 'account.delete' })
    if (account.childCount > 0) throw conflict(accountTexts.hasSubordinates)
    if (role === 'superadmin' && account.active) await deps.accounts.requireAnotherSuperadmin()
    if (account.sideCount > 0) await closeSideAccounts(deps, ctx, account)
    const current = account.sideCount > 0 ? await findAccount(deps, ctx.actor, input) : account
    // Nobody is there to confirm an approved call again.
    const settle = input.settle === 'true' || ctx.actor.approvalId !== undefined
    if (role !== 'player') await closeAccount(deps, ctx, current)
    else if (!(await deletePlayer(deps, ctx, { player: current, settle }))) return { message: accountTexts.closing }
    return { message: parentId === undefined ? deleted : childDeleted }
  })
}

async function closeSideAccounts(deps: AccountsDeps, ctx: Ctx, admin: Account): Promise<void> {
  const below = await deps.directory.childrenOf(admin._id)
  for (const side of below) if (isSideRole(side.role)) await closeAccount(deps, ctx, side)
}

/**
 * Deletes a player who has nothing in play. Otherwise, with `settle`, the player is suspended now and deleted once all
 * draws are done and wins are paid (`finishClosing`).
 * @returns whether the account is already deleted
 * @throws AppError CONFLICT with the open amounts; UNAVAILABLE if svc-live does not answer
 */
async function deletePlayer(
  deps: AccountsDeps,
  ctx: Ctx,
  { player, settle }: { player: Account; settle: boolean },
): Promise<boolean> {
  const { _id } = player
  // Read before `openPlay`: the ledger rejects the closing after a later stake, and the whole attempt is retried.
  // Other postings in between are fine: the balance at the time of the closing goes to the parent.
  const entries = (await deps.ledger.wallets([_id])).get(_id)?.entries ?? 0n
  const open = entries === 0n ? undefined : await deps.openPlay(_id, { claim: false, requestId: ctx.requestId })
  if (!open || hasNothingOpen(open)) {
    await closeAccount(deps, ctx, player, entries)
    return true
  }
  if (!settle) throw new AppError('CONFLICT', accountTexts.inPlay, { reason: 'IN_PLAY', errors: formatOpenPlay(open) })
  if (!player.closing) await beginClosing(deps, ctx, player)
  // The player is suspended: a failure from here on is not one of the call. The worker tries again.
  return finishClosing(deps, _id).catch(() => false)
}

async function beginClosing(deps: AccountsDeps, ctx: Ctx, player: Account): Promise<void> {
  const closing = { by: ctx.actor, requestId: ctx.requestId, at: deps.now() }
  const set = player.active ? { active: false, closing } : { closing }
  const change = planChange(player, { set, changed: player.active ? ['userStatus'] : ['closing'] })
  if (change) await writeChange(deps, ctx, change)
}

/**
 * Pays the wins of a closing player and deletes the account once nothing is open. All steps are idempotent, so the next
 * round can continue anywhere. @returns whether the account is deleted
 */
export function finishClosing(deps: AccountsDeps, playerId: string): Promise<boolean> {
  return retryOnConflict(async () => {
    const player = await deps.accounts.find(playerId)
    // Already deleted, or reactivated, which cancels the deletion.
    if (!player?.closing) return player === undefined
    const { by: actor, requestId } = player.closing
    const open = await deps.openPlay(playerId, { claim: true, requestId })
    // The player is suspended and nothing is open; the scope version of the wallet guards that this is still true.
    const balance = (await deps.ledger.balances([playerId])).get(playerId) ?? 0n
    if (open.tickets.count > 0 || open.wins !== '0' || (open.owed !== '0' && balance > 0n)) return false
    await closeAccount(deps, { actor, requestId }, player)
    return true
  })
}

const hasNothingOpen = ({ tickets, wins, owed }: OpenPlay) => tickets.count === 0 && wins === '0' && owed === '0'

const formatOpenPlay = ({ tickets, wins, owed }: OpenPlay) => ({
  tickets: String(tickets.count),
  stake: formatPointsOf(tickets.stake),
  wins: formatPointsOf(wins),
  owed: formatPointsOf(owed),
})

const formatPointsOf = (hundredths: string) => toPoints(BigInt(hundredths)).toFixed(2)

type By = Required<CausedBy>

/**
 * Deletes an account and closes its wallet in one transaction; the balance goes to the parent (a superadmin's to the
 * issuer).
 * @param entries number of wallet entries before `openPlay` was read: a later stake rejects the closing
 */
async function closeAccount(deps: AccountsDeps, by: By, before: Account, entries?: bigint): Promise<void> {
  const parent = before.parentId === null ? undefined : await deps.accounts.find(before.parentId)
  if (!parent && before.role !== 'superadmin') throw new Error(`Account ${before._id} has no parent`)
  const at = deps.now()
  const set = { deleted: true, deletedAt: at, scopeVersion: before.scopeVersion + 1, closing: undefined }
  const after = withChanges(before, set, [])
  const ending = await deps.sessions.planEndAll([before._id], { reason: 'deleted', by })
  await deps.ledger.close({
    source: walletRefOf(before),
    destination: parent ? walletRefOf(parent) : issuerRef,
    ...(entries === undefined ? {} : { entries }),
    actor: ledgerActorOf(by.actor),
    note: `Balance of the deleted account ${before.username}`,
    correlationId: by.requestId,
    sideWrites: [
      ...accountWrites(before, after),
      eventWrite(accountEvent('deleted', after, by), at),
      ...lastHistoryWrites(deletedRow(after, by, at), after._id),
      ...(parent ? [countWrite(before, parent, -1)] : []),
      ...(before.role === 'superadmin' && before.active ? [superadminCountWrite(-1)] : []),
      ...ending.writes,
    ],
  })
  deps.passwords.forget(ending.sessionIds)
}
