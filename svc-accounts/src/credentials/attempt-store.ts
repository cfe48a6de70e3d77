import type { CollectionPlan } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import { createGroupedRead } from '../grouped-read'

/** Failures of one account from one address; void after `until`. */
type Attempts = { _id: string; failures: number; until: Date }

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

    /** Counts one more failure, or the first after the earlier ones were void. */
    async countFailure(key: string, until: Date) {
      const live = { _id: key, until: { $gt: now() } }
      const again = await rows.updateOne(live, { $inc: { failures: 1 }, $set: { until } })
      if (again.matchedCount > 0) return
      await rows.updateOne({ _id: key }, { $set: { failures: 1, until } }, { upsert: true })
    },

    clear: (key: string) => rows.deleteOne({ _id: key }),
  }
}
export type AttemptStore = ReturnType<typeof createAttemptStore>
