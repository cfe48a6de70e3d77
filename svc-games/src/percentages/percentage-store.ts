import {
  type BulkPercentages,
  defaultWinpercentage,
  type GameActor,
  type Percentage,
  playsGame,
  toPercentageId,
} from '@cascade/contracts/games'
import { type AccountRow, type CollectionSpec, notFound, type Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import type { GameRow } from '../games/game'

/** A percentage that was set. It survives the loss of the game and applies again when the game comes back. */
type PercentageRow = {
  /** `<adminId>_<gameId>`. */
  _id: string
  adminId: string
  gameId: string
  winpercentage: number
  version: number
  by: GameActor
}

export const percentageCollections: readonly CollectionSpec[] = [
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
    /** All stored percentages of an admin, including those of games they no longer have. */
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
 * One row per current game of an admin. Percentages are stored separately from the list of games, so that changing the
 * list resets none.
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
      const id = toPercentageId(admin._id, gameId)
      const winpercentage = shares.get(id) ?? defaultWinpercentage
      return { id, adminId: admin._id, username: admin.username, gameId, gameName, winpercentage }
    })
}

type PercentageChange = { row: PercentageRow; before: number }

/**
 * The actual changes among the updates.
 * @param current the admin's current rows
 * @throws AppError NOT_FOUND for an id that is not among them
 */
export function findChanges(
  { updates }: BulkPercentages,
  current: readonly Percentage[],
  stored: readonly PercentageRow[],
  by: GameActor,
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
