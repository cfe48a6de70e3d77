import type { BettingStops, Stop } from '@cascade/contracts/live'
import type { CollectionPlan } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import { type Pair, pairKey } from '../draws/draw-id'

type StopRow = Stop & { _id: string }

export const stopPlans: readonly CollectionPlan[] = [{ name: 'stops', indexes: [{ key: { adminId: 1 } }] }]

const idOf = (adminId: string | null, gameId: string | null) => `${adminId ?? '*'}|${gameId ?? '*'}`

export function createStopStore(db: Db) {
  const rows: Collection<StopRow> = db.collection('stops')
  return {
    /** Stops in force below an admin, or all of them. */
    async list(adminId?: string): Promise<Stop[]> {
      const found = await rows.find(adminId === undefined ? {} : { adminId }).toArray()
      return found.map(({ _id, ...stop }) => stop)
    },

    /** When the oldest stop in force was set. */
    async oldest(): Promise<Date | undefined> {
      const found = await rows.find({}, { projection: { at: 1 } }).toArray()
      return found.map(({ at }) => new Date(at)).sort((a, b) => a.getTime() - b.getTime())[0]
    },

    put: (stop: Stop) =>
      rows.replaceOne({ _id: idOf(stop.adminId, stop.gameId) }, stop, { upsert: true }).then(() => undefined),

    remove: (adminId: string | null, gameId: string | null) =>
      rows.deleteOne({ _id: idOf(adminId, gameId) }).then(() => undefined),

    /** Which stops hold for each of these pairs, by `pairKey`. */
    async ofPairs(pairs: readonly Pair[]): Promise<Map<string, BettingStops>> {
      const wanted = pairs.flatMap(({ adminId, gameId }) => [
        idOf(adminId, gameId),
        idOf(adminId, null),
        idOf(null, gameId),
      ])
      const found = new Set((await rows.find({ _id: { $in: [...new Set(wanted)] } }).toArray()).map(row => row._id))
      return new Map(
        pairs.map(pair => [
          pairKey(pair),
          {
            game: found.has(idOf(pair.adminId, pair.gameId)),
            admin: found.has(idOf(pair.adminId, null)),
            everywhere: found.has(idOf(null, pair.gameId)),
          },
        ]),
      )
    },
  }
}
