import type { AnyEvent } from '@cascade/contracts'
import { defaultWinpercentage, PercentageChanged, toPercentageId } from '@cascade/contracts/games'
import { createGamesFeed, gamesOf } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'

/** A percentage as of a time; `_id` is `<adminId>_<gameId>|version`, `pair` is `<adminId>_<gameId>`. */
type ShareChange = { _id: string; pair: string; at: Date; winpercentage: number; version: number }

const changeRows = (db: Db): Collection<ShareChange> => db.collection('percentage_changes')
const percentageType = PercentageChanged.shape.type.value

/** The games, and every percentage ever set. */
export const gamesFeed = createGamesFeed({
  name: 'reports',
  collections: [{ name: 'percentage_changes', indexes: [{ key: { pair: 1 } }] }],
  schemas: { [percentageType]: PercentageChanged },
  async project(db, events, tx) {
    const isShare = (event: AnyEvent): event is PercentageChanged => event.type === percentageType
    const writes = events.filter(isShare).map(({ at, data }) => {
      const { _id: pair, winpercentage, version } = data
      const replacement = { pair, at: new Date(at), winpercentage, version }
      return { replaceOne: { filter: { _id: `${pair}|${version}` }, replacement, upsert: true } }
    })
    if (writes.length > 0) await changeRows(db).bulkWrite(writes, { session: tx })
  },
})

export function createGameReplica(db: Db) {
  return {
    /** All games, including deleted ones: a few dozen. */
    all: () => gamesOf(db).find().toArray(),

    /** The operator's percentage of each offering, current or as of a time. */
    async shares(
      offerings: readonly { adminId: string; gameId: string }[],
      until?: Date,
    ): Promise<Map<string, number>> {
      const ids = offerings.map(({ adminId, gameId }) => toPercentageId(adminId, gameId))
      const changes = await changeRows(db)
        .find({ pair: { $in: ids } })
        .toArray()
      const shares = new Map(ids.map(id => [id, defaultWinpercentage]))
      const inTime = changes
        .filter(({ at }) => !until || at <= until)
        .sort((a, b) => Number(a.version) - Number(b.version))
      for (const { pair, winpercentage } of inTime) shares.set(pair, winpercentage)
      return shares
    },
  }
}
