import type { CollectionPlan, Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import type { SideWrite } from '../../ledger'
import type { HistoryRow } from '../rules/account-history'

const collection = 'account_history'

export const historyPlans: readonly CollectionPlan[] = [{ name: collection }]

/** So many lines of one account are counted. */
const mostCounted = 10_000

/** Who made and changed an account, and when. */
export function createHistoryStore(db: Db) {
  const rows: Collection<HistoryRow> = db.collection(collection)
  return {
    insert: (lines: readonly HistoryRow[], tx: Tx) => rows.insertMany([...lines], { session: tx }),

    /** Newest first. */
    async page(accountId: string, { skip, limit }: { skip: number; limit: number }) {
      const ofAccount = { _id: { $gte: `${accountId}|`, $lt: `${accountId}}` } }
      const [found, total] = await Promise.all([
        rows.find(ofAccount).sort({ _id: -1 }).skip(skip).limit(limit).toArray(),
        rows.countDocuments(ofAccount, { limit: mostCounted }),
      ])
      return { rows: found, total }
    },
  }
}

export const historyWrite = (line: HistoryRow): SideWrite => ({ type: 'insertOne', collection, document: line })
