import type { Ancestry } from '@cascade/contracts/accounts'
import type { Rates } from '@cascade/contracts/live'
import type { ClientSession, Db } from 'mongodb'
import { accountsOf } from './accounts'

type Player = { id: string; ancestry: Ancestry }

/**
 * Commission rates of players and their ancestors, as currently replicated.
 * @returns basis points by player; 0 for an unknown account
 */
export async function loadRates(
  db: Db,
  players: readonly Player[],
  session?: ClientSession,
): Promise<(player: Player) => Rates> {
  const ids = new Set(players.flatMap(({ id, ancestry }) => [id, ...Object.values(ancestry)]))
  const rows =
    ids.size === 0
      ? []
      : await accountsOf(db)
          .find({ _id: { $in: [...ids] } }, { projection: { commissionBp: 1 }, ...(session && { session }) })
          .toArray()
  const rates = new Map(rows.map(({ _id, commissionBp }) => [_id, commissionBp]))
  const rateOf = (id: string | undefined) => (id ? (rates.get(id) ?? 0) : 0)
  return ({ id, ancestry }) => ({
    superareamanager: rateOf(ancestry.superareamanager),
    areamanager: rateOf(ancestry.areamanager),
    master: rateOf(ancestry.master),
    player: rateOf(id),
  })
}
