import type { CollectionPlan } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import { createGroupedRead } from '../grouped-read'

/** Failures under a key: void after `until`, and no check of a password before `waitUntil`. */
type Attempts = { _id: string; failures: number; until: Date; waitUntil?: Date }

export const attemptPlans: readonly CollectionPlan[] = [
  { name: 'attempts', indexes: [{ key: { until: 1 }, options: { expireAfterSeconds: 0 } }] },
]

/** Failed checks of passwords, which all replicas count together. */
export function createAttemptStore(db: Db, now: () => Date) {
  const rows: Collection<Attempts> = db.collection('attempts')
  const read = createGroupedRead(
    async keys => new Map((await rows.find({ _id: { $in: keys } }).toArray()).map(row => [row._id, row])),
  )
  return {
    find: async (key: string) => (await read([key])).get(key),

    /** Counts one more failure, or the first after the earlier ones were void. @returns how many there are now */
    async countFailure(key: string, until: Date): Promise<number> {
      const live = { _id: key, until: { $gt: now() } }
      const options = { returnDocument: 'after' } as const
      const again = await rows.findOneAndUpdate(live, { $inc: { failures: 1 }, $set: { until } }, options)
      if (again) return again.failures
      await rows.updateOne({ _id: key }, { $set: { failures: 1, until }, $unset: { waitUntil: '' } }, { upsert: true })
      return 1
    },

    wait: (key: string, waitUntil: Date) => rows.updateOne({ _id: key }, { $max: { waitUntil } }),

    clear: (key: string) => rows.deleteOne({ _id: key }),
  }
}
export type AttemptStore = ReturnType<typeof createAttemptStore>
