import { type CollectionSpec, createGroupedRead } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'

/** Failures under a key: expire at `until`; no further check before `waitUntil`. */
type Attempts = { _id: string; failures: number; until: Date; waitUntil?: Date }

export const attemptCollections: readonly CollectionSpec[] = [
  { name: 'attempts', indexes: [{ key: { until: 1 }, options: { expireAfterSeconds: 0 } }] },
]

export function createAttemptStore(db: Db, now: () => Date) {
  const rows: Collection<Attempts> = db.collection('attempts')
  const read = createGroupedRead(
    async keys => new Map((await rows.find({ _id: { $in: keys } }).toArray()).map(row => [row._id, row])),
  )
  return {
    find: async (key: string) => (await read([key])).get(key),

    /** Counts one failure. @returns the number of unexpired failures */
    async countFailure(key: string, until: Date): Promise<number> {
      const live = { _id: key, until: { $gt: now() } }
      const options = { returnDocument: 'after' } as const
      const again = await rows.findOneAndUpdate(live, { $inc: { failures: 1 }, $set: { until } }, options)
      if (again) return again.failures
      await rows.updateOne({ _id: key }, { $set: { failures: 1, until }, $unset: { waitUntil: '' } }, { upsert: true })
      return 1
    },

    /** Counts one use of a key in a fixed window. @returns the end of the window if the limit is exceeded */
    async countUse(key: string, most: number, until: Date): Promise<Date | undefined> {
      const live = { _id: key, until: { $gt: now() } }
      const row = await rows.findOneAndUpdate(live, { $inc: { failures: 1 } }, { returnDocument: 'after' })
      if (row) return row.failures > most ? row.until : undefined
      await rows.updateOne({ _id: key }, { $set: { failures: 1, until } }, { upsert: true })
      return undefined
    },

    wait: (key: string, waitUntil: Date) => rows.updateOne({ _id: key }, { $max: { waitUntil } }),

    clear: (key: string) => rows.deleteOne({ _id: key }),
  }
}
export type AttemptStore = ReturnType<typeof createAttemptStore>
