import type { DrawSettled, Rates } from '@cascade/contracts/live'
import { type AccountRow, accountsOf, type Tx } from '@cascade/service-kit'
import type { BaseDeps } from '../deps'

type Players = DrawSettled['data']['players']

/**
 * Tells with each player the commissions of this moment, so that what the play earned stays what it was when an
 * account's commission is changed later, or a report is built anew.
 */
export async function withRates({ db }: Pick<BaseDeps, 'db'>, players: Players, tx: Tx): Promise<Players> {
  const ids = new Set(players.flatMap(({ id, ancestry }) => [id, ...Object.values(ancestry)]))
  const rows = await accountsOf(db)
    .find({ _id: { $in: [...ids] } }, { session: tx, projection: { commissionBp: 1 } })
    .toArray()
  const rates = new Map(rows.map(({ _id, commissionBp }) => [_id, commissionBp]))
  return players.map(player => (rates.has(player.id) ? { ...player, rates: ratesOf(player, rates) } : player))
}

function ratesOf({ id, ancestry }: Players[number], rates: ReadonlyMap<AccountRow['_id'], number>): Rates {
  const rateOf = (accountId: string | undefined) => (accountId ? (rates.get(accountId) ?? 0) : 0)
  return {
    superareamanager: rateOf(ancestry.superareamanager),
    areamanager: rateOf(ancestry.areamanager),
    master: rateOf(ancestry.master),
    player: rateOf(id),
  }
}
