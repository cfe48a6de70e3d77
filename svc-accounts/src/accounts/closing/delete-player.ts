import { toPoints } from '@cascade/contracts'
import type { OpenPlay } from '@cascade/contracts/live'
import { AppError, type Ctx } from '@cascade/service-kit'
import type { AccountsDeps } from '../../deps'
import { accountTexts } from '../../texts'
import type { Account } from '../rules/account'
import { changeOf } from '../rules/account-change'
import { retryOnConflict } from '../store/retry-on-conflict'
import { writeChange } from '../verbs/write-change'
import { closeAccount } from './close-account'

/**
 * Deletes a player who has nothing in play. With `settle` one who has is closed to stakes instead, and the account goes
 * as soon as all is drawn, won points in its wallet and from there with its parent (`settleClosing`).
 * @returns whether the account is gone already
 * @throws AppError CONFLICT with what is open; UNAVAILABLE while svc-live cannot say
 */
export async function deletePlayer(
  deps: AccountsDeps,
  ctx: Ctx,
  { player, settle }: { player: Account; settle: boolean },
): Promise<boolean> {
  const { _id } = player
  // Counted first: a stake that slips in afterwards makes the ledger refuse the closing, and all is asked again.
  const entries = (await deps.ledger.wallets([_id])).get(_id)?.entries ?? 0n
  const open = entries === 0n ? undefined : await deps.openPlay(_id, { claim: false })
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
export function settleClosing(deps: AccountsDeps, playerId: string): Promise<boolean> {
  return retryOnConflict(async () => {
    const player = await deps.accounts.find(playerId)
    // Deleted meanwhile, or activated, which takes the deletion back.
    if (!player?.closing) return player === undefined
    const open = await deps.openPlay(playerId, { claim: true })
    // Closed to stakes, with nothing drawn or won to come: the scope version of the wallet guards that it stays so.
    const balance = (await deps.ledger.balances([playerId])).get(playerId) ?? 0n
    if (open.tickets.count > 0 || open.wins !== '0' || (open.owed !== '0' && balance > 0n)) return false
    const { by: actor, requestId } = player.closing
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
