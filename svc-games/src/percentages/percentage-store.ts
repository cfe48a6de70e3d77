import type { ActedBy } from '@cascade/contracts/games'
import type { CollectionPlan, Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'

/** A share that somebody has set. It stays when the admin loses the game, and counts again when it comes back. */
export type PercentageRow = {
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
