import { type ClearModel, HistoryCleared, HistoryRestored } from '@cascade/contracts/reports'
import { type Actor, accountsOf, type Feed, type Hidden, latestOf } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'

type ClearingRow = Hidden & { _id: string; adminId: string; models: ClearModel[] }

const clearingsOf = (db: Db): Collection<ClearingRow> => db.collection('clearings')
const clearedType = HistoryCleared.shape.type.value
const restoredType = HistoryRestored.shape.type.value

/** Our copy of what admins have cleared from the lists below them. */
export const clearingsFeed: Feed = {
  producer: 'reports',
  name: 'live',
  plans: [{ name: 'clearings', indexes: [{ key: { adminId: 1 } }] }],
  schemas: { [clearedType]: HistoryCleared, [restoredType]: HistoryRestored },
  async project(db, batch, tx) {
    for (const event of batch) {
      if (event.type === clearedType) {
        const { clearingId, at, ...row } = HistoryCleared.parse(event).data
        const change = { $set: { ...row, at: new Date(at) } }
        await clearingsOf(db).updateOne({ _id: clearingId }, change, { upsert: true, session: tx })
      } else {
        const { clearingIds } = HistoryRestored.parse(event).data
        await clearingsOf(db).deleteMany({ _id: { $in: clearingIds } }, { session: tx })
      }
    }
  },
}

/** What an actor does not see of a model, day by day the latest clearing. Superadmins see everything. */
export function createClearingCopy(db: Db) {
  async function adminOf({ role, accountId }: Actor): Promise<string | undefined> {
    if (role === 'superadmin') return undefined
    if (role === 'admin') return accountId
    return (await accountsOf(db).findOne({ _id: accountId }))?.ancestry.admin
  }

  return {
    async hiddenFrom(actor: Actor, ...models: readonly ClearModel[]): Promise<Hidden[][]> {
      const adminId = await adminOf(actor)
      const cleared = adminId ? await clearingsOf(db).find({ adminId }).toArray() : []
      return models.map(model => latestOf(cleared.filter(clearing => clearing.models.includes(model))))
    },
  }
}
