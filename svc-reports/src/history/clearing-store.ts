import type { ClearModel } from '@cascade/contracts/reports'
import { type Actor, accountsOf, type CollectionPlan, type Hidden, latestOf, type Tx } from '@cascade/service-kit'
import type { Db } from 'mongodb'

export type ClearingRow = {
  _id: string
  adminId: string
  from: string
  to: string
  models: ClearModel[]
  at: Date
  by: { id: string; username: string; role: string }
}

const mostListed = 1_000

export const clearingPlans: readonly CollectionPlan[] = [{ name: 'clearings', indexes: [{ key: { adminId: 1 } }] }]

/** What admins have cleared: a few rows for each, which every list and figure below the admin is read through. */
export function createClearingStore(db: Db) {
  const rows = db.collection<ClearingRow>('clearings')

  /** Superadmins see everything; everybody else what their admin has not cleared. */
  async function adminOf(actor: Actor): Promise<string | undefined> {
    if (actor.role === 'superadmin') return undefined
    if (actor.role === 'admin') return actor.accountId
    return (await accountsOf(db).findOne({ _id: actor.accountId }))?.ancestry.admin
  }

  return {
    /** Newest first. */
    ofAdmin: (adminId: string, tx?: Tx) =>
      rows.find({ adminId }, { session: tx }).sort({ at: -1 }).limit(mostListed).toArray(),

    insert: (clearing: ClearingRow, tx: Tx) => rows.insertOne(clearing, { session: tx }),

    remove: (ids: readonly string[], tx: Tx) => rows.deleteMany({ _id: { $in: [...ids] } }, { session: tx }),

    /** What an actor does not see of a model, day by day the latest clearing. */
    async hiddenFrom(actor: Actor, ...models: readonly ClearModel[]): Promise<Hidden[][]> {
      const adminId = await adminOf(actor)
      const cleared = adminId ? await rows.find({ adminId }).toArray() : []
      return models.map(model => latestOf(cleared.filter(clearing => clearing.models.includes(model))))
    },
  }
}
