import { type CollectionPlan, conflict, isDuplicateKey, sleep } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import { type KeptViews, noViews } from './view-rules'

export const viewPlans: readonly CollectionPlan[] = [{ name: 'views', indexes: [] }]

const attempts = 10
/** Full jitter: spreads the retries of two tabs. */
const longestPauseMs = 10

export function createViewStore(db: Db) {
  const rows: Collection<KeptViews> = db.collection('views')

  async function save(before: KeptViews, after: KeptViews): Promise<boolean> {
    const next = { ...after, version: before.version + 1 }
    if (before.version > 0) {
      return (await rows.replaceOne({ _id: before._id, version: before.version }, next)).matchedCount === 1
    }
    try {
      await rows.insertOne(next)
      return true
    } catch (error) {
      if (isDuplicateKey(error)) return false
      throw error
    }
  }

  return {
    /** What each of these accounts keeps; those that keep nothing are left out. */
    async findMany(accountIds: readonly string[]): Promise<KeptViews[]> {
      return rows.find({ _id: { $in: [...accountIds] } }).toArray()
    },
    /** Decides again when another tab was faster. @throws AppError CONFLICT when it is so each time, and what `decide` throws */
    async change(accountId: string, decide: (kept: KeptViews) => KeptViews): Promise<KeptViews> {
      for (let count = 1; count <= attempts; count++) {
        const before = (await rows.findOne({ _id: accountId })) ?? noViews(accountId)
        const after = decide(before)
        if (await save(before, after)) return after
        await sleep(Math.random() * longestPauseMs * count)
      }
      throw conflict('The views have just changed. Please try again.')
    },
  }
}
