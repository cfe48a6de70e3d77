import { isSideRole, toPoints } from '@cascade/contracts'
import { levelOf } from '@cascade/contracts/accounts'
import type { OpenPlay } from '@cascade/contracts/live'
import {
  AppError,
  type Ask,
  type Background,
  type CausedBy,
  type Ctx,
  conflict,
  requirePermission,
  type ServiceParts,
  startLoop,
} from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { accountTexts } from '../texts'
import { type Account, accountEvent, evolved, isSelf, issuerRef, ledgerActorOf, walletRefOf } from './account'
import { accountWrites, countWrite, eventWrites, superadminCountWrite } from './account-writes'
import { writeChange } from './change-account'
import { retryOnConflict } from './create-account'
import { changeOf } from './edit-account'
import { deletedLine, lastHistoryWrites } from './history-store'
import { findAccount, requireActor, type Target } from './read-account'

type Deletion = Target & { settle?: 'true' | undefined }

/**
 * Deletes an account for good: its balance returns to its parent with the same commit. An admin's own gift, loan and otc
 * accounts go first; a player goes when nothing is in play.
 */
export async function deleteAccount(deps: AccountsDeps, { ctx, input }: Ask<Deletion>) {
  const { role, parentId } = input
  const { deleted, childDeleted } = levelOf(role)
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
  const below = await deps.directory.childrenOf(admin._id)
  for (const side of below) if (isSideRole(side.role)) await closeAccount(deps, ctx, side)
}

/**
 * Deletes a player who has nothing in play. With `settle` one who has is closed to stakes instead, and the account goes
 * as soon as all is drawn, won points in its wallet and from there with its parent (`settleClosing`).
 * @returns whether the account is gone already
 * @throws AppError CONFLICT with what is open; UNAVAILABLE while svc-live cannot say
 */
async function deletePlayer(
  deps: AccountsDeps,
  ctx: Ctx,
  { player, settle }: { player: Account; settle: boolean },
): Promise<boolean> {
  const { _id } = player
  // Counted first: a stake that slips in afterwards makes the ledger reject the closing, and all is requested again.
  // Points that come or go meanwhile do not: what is in the wallet when it is closed goes to the parent.
  const entries = (await deps.ledger.wallets([_id])).get(_id)?.entries ?? 0n
  const open = entries === 0n ? undefined : await deps.openPlay(_id, { claim: false, requestId: ctx.requestId })
  if (!open || isSettled(open)) {
    await closeAccount(deps, ctx, player, entries)
    return true
  }
  if (!settle) throw new AppError('CONFLICT', accountTexts.inPlay, { reason: 'IN_PLAY', errors: shownOf(open) })
  if (!player.closing) await beginClosing(deps, ctx, player)
  return settleClosing(deps, _id)
}

async function beginClosing(deps: AccountsDeps, ctx: Ctx, player: Account): Promise<void> {
  const closing = { by: ctx.actor, requestId: ctx.requestId, at: deps.now() }
  const set = player.active ? { active: false, closing } : { closing }
  const change = changeOf(player, { set, changed: player.active ? ['userStatus'] : ['closing'] })
  if (change) await writeChange(deps, ctx, change)
}

/**
 * Brings what a closing player won to the wallet and, once nothing is open, the wallet to the parent: each step may be
 * repeated, so that the next round goes on wherever this one ended. @returns whether the account is gone
 */
function settleClosing(deps: AccountsDeps, playerId: string): Promise<boolean> {
  return retryOnConflict(async () => {
    const player = await deps.accounts.find(playerId)
    // Deleted meanwhile, or activated, which takes the deletion back.
    if (!player?.closing) return player === undefined
    const { by: actor, requestId } = player.closing
    const open = await deps.openPlay(playerId, { claim: true, requestId })
    // Closed to stakes, with nothing drawn or won to come: the scope version of the wallet guards that it stays so.
    const balance = (await deps.ledger.balances([playerId])).get(playerId) ?? 0n
    if (open.tickets.count > 0 || open.wins !== '0' || (open.owed !== '0' && balance > 0n)) return false
    await closeAccount(deps, { actor, requestId }, player)
    return true
  })
}

const isSettled = ({ tickets, wins, owed }: OpenPlay) => tickets.count === 0 && wins === '0' && owed === '0'

const shownOf = ({ tickets, wins, owed }: OpenPlay) => ({
  tickets: String(tickets.count),
  stake: pointsOf(tickets.stake),
  wins: pointsOf(wins),
  owed: pointsOf(owed),
})

const pointsOf = (hundredths: string) => toPoints(BigInt(hundredths)).toFixed(2)

/** How long a closing waits for the draw that settles it to be noticed. */
const everyMs = 5_000
/** Each costs a few reads of svc-live. */
const atOnce = 100

/** Goes on with accounts that are to be deleted once what they have in play is settled, in one replica at a time. */
export function startClosing(
  deps: AccountsDeps,
  { leaseOf, logger }: Pick<ServiceParts, 'leaseOf' | 'logger'>,
): Background {
  const lease = leaseOf('closing')
  let after = ''
  const loop = startLoop(
    async signal => {
      if (!(await lease.hold())) return undefined
      const ids = await deps.accounts.closingAfter(after, atOnce)
      for (const id of ids) {
        if (signal.aborted) return undefined
        // One that fails now has its turn again, and keeps none of the others waiting.
        await settleClosing(deps, id).catch(error => logger.warn({ err: error, accountId: id }, 'closing waits'))
      }
      after = ids.length < atOnce ? '' : (ids.at(-1) ?? '')
      return after === '' ? undefined : 'again'
    },
    { everyMs, logger, name: 'closing of accounts' },
  )
  return {
    async stop() {
      await loop.stop()
      await lease.drop().catch(() => undefined)
    },
  }
}

type By = Required<CausedBy>

/**
 * Closes an account for good: its balance returns to its parent (a superadmin's to the issuer), and it is gone with the
 * same commit, so that nothing reaches it later.
 * @param entries of its wallet before what is open was read: a stake after them rejects the closing
 */
async function closeAccount(deps: AccountsDeps, by: By, before: Account, entries?: bigint): Promise<void> {
  const parent = before.parentId === null ? undefined : await deps.accounts.find(before.parentId)
  if (!parent && before.role !== 'superadmin') throw new Error(`Account ${before._id} has no parent`)
  const set = { deleted: true, deletedAt: deps.now(), scopeVersion: before.scopeVersion + 1, closing: undefined }
  const after = evolved(before, set, [])
  const ending = await deps.sessions.endingAll([before._id], { reason: 'deleted', by })
  await deps.ledger.close({
    source: walletRefOf(before),
    destination: parent ? walletRefOf(parent) : issuerRef,
    ...(entries === undefined ? {} : { entries }),
    actor: ledgerActorOf(by.actor),
    note: `Balance of the deleted account ${before.username}`,
    correlationId: by.requestId,
    sideWrites: [
      ...accountWrites(before, after),
      ...eventWrites([accountEvent('deleted', after, by)]),
      ...lastHistoryWrites(deletedLine(after, by, deps.now()), after._id),
      ...(parent ? [countWrite(before, parent, -1)] : []),
      ...(before.role === 'superadmin' && before.active ? [superadminCountWrite(-1)] : []),
      ...ending.writes,
    ],
  })
  deps.passwords.forget(ending.sessionIds)
}
