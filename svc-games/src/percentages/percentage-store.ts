import {
  type ActedBy,
  type BulkPercentages,
  type Percentage,
  percentageIdOf,
  playsGame,
  standardWinpercentage,
} from '@cascade/contracts/games'
import { type AccountRow, type CollectionPlan, notFound, type Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import type { GameRow } from '../games/game'

/** A share that somebody has set. It stays when the admin loses the game, and counts again when it comes back. */
type PercentageRow = {
  /** `<adminId>_<gameId>`. */
  _id: string
  adminId: string
  gameId: string
  winpercentage: number
  version: number
  by: ActedBy
}

export const percentagePlans: readonly CollectionPlan[] = [
  {
    name: 'percentages',
    validator: {
      $jsonSchema: { required: ['winpercentage'], properties: { winpercentage: { minimum: 0, maximum: 100 } } },
    },
    indexes: [{ key: { adminId: 1 } }],
  },
]

export function createPercentageStore(db: Db) {
  const rows: Collection<PercentageRow> = db.collection('percentages')
  return {
    /** What was set for an admin's games, games that they no longer have included. */
    ofAdmin: (adminId: string, tx?: Tx) =>
      rows.find({ adminId }, { session: tx, ...(tx ? {} : { maxTimeMS: 5_000 }) }).toArray(),

    async put(changed: readonly PercentageRow[], tx: Tx): Promise<void> {
      const writes = changed.map(({ _id, ...row }) => ({
        replaceOne: { filter: { _id }, replacement: row, upsert: true },
      }))
      await rows.bulkWrite(writes, { session: tx })
    },
  }
}

/**
 * The percentages of an admin: one row for each game that they have now. What was set once is kept beside the list of
 * games, so that a change of that list resets nothing.
 */
export function toPercentages(
  admin: Pick<AccountRow, '_id' | 'username' | 'games' | 'gamesChosen'>,
  games: readonly GameRow[],
  stored: readonly PercentageRow[],
): Percentage[] {
  const shares = new Map(stored.map(row => [row._id, row.winpercentage]))
  return games
    .filter(game => playsGame(admin, game))
    .map(({ gameId, gameName }) => {
      const id = percentageIdOf(admin._id, gameId)
      const winpercentage = shares.get(id) ?? standardWinpercentage
      return { id, adminId: admin._id, username: admin.username, gameId, gameName, winpercentage }
    })
}

type PercentageChange = { row: PercentageRow; before: number }

/**
 * What the updates change, and nothing of what they leave as it is.
 * @param current rows that the admin has now
 * @throws AppError NOT_FOUND for an id that is not among them.
 */
export function findChanges(
  { updates }: BulkPercentages,
  current: readonly Percentage[],
  stored: readonly PercentageRow[],
  by: ActedBy,
): PercentageChange[] {
  const byId = new Map(current.map(row => [row.id, row]))
  const versions = new Map(stored.map(row => [row._id, row.version]))
  return updates.flatMap(({ id, winpercentage }) => {
    const row = byId.get(id)
    if (!row) throw notFound()
    if (row.winpercentage === winpercentage) return []
    const version = (versions.get(id) ?? 0) + 1
    const { adminId, gameId } = row
    return [{ row: { _id: id, adminId, gameId, winpercentage, version, by }, before: row.winpercentage }]
  })
}
