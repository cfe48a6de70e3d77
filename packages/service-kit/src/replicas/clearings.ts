import type { EventPerson } from '@cascade/contracts'
import type { ClearModel } from '@cascade/contracts/reports'
import type { Db } from 'mongodb'
import type { Actor } from '../auth/tokens'
import { type Hidden, latestByDay } from '../lists/hidden-days'
import type { CollectionSpec } from '../mongo/collections'
import type { Tx } from '../mongo/transaction'
import { accountsOf } from './accounts'

/** A clearing by an admin: rows of these models and days, up to that moment, are hidden in the admin's subtree. */
export type ClearingRow = Hidden & {
  _id: string
  adminId: string
  models: ClearModel[]
  /** Only in svc-reports, where clearings are created. */
  by?: { id: string; username: string; role: string; person?: EventPerson; approvedBy?: string }
}

export const clearingCollections: readonly CollectionSpec[] = [
  { name: 'clearings', indexes: [{ key: { adminId: 1 } }] },
]

const dayPattern = /^[1-9]\d{3}-\d{2}-\d{2}$/
const lastDay = '9998-12-31'

/** Id of the original clearing, for a row that later clearings have split. */
export const clearingIdOf = (rowId: string) => rowId.split('~')[0] ?? rowId

/**
 * Merges clearings so that no two rows hide the same day of the same model: the latest wins. Bounds the number of rows
 * by the number of days.
 */
export function mergeClearings(rows: readonly ClearingRow[]): ClearingRow[] {
  const valid = rows
    .filter(({ from, to }) => dayPattern.test(from) && dayPattern.test(to) && from <= to)
    .map(row => (row.to > lastDay ? { ...row, to: lastDay } : row))
  const merged = new Map<string, ClearingRow>()
  for (const model of new Set(valid.flatMap(({ models }) => models))) {
    for (const part of latestByDay(valid.filter(({ models }) => models.includes(model)))) {
      const key = `${part._id}|${part.from}|${part.to}`
      const before = merged.get(key)
      merged.set(key, { ...part, models: before ? [...before.models, model] : [model] })
    }
  }
  const whole = new Map(valid.map(row => [row._id, row]))
  return [...merged.values()].map(row => {
    const before = whole.get(row._id)
    const isWhole = before?.from === row.from && before.to === row.to && before.models.length === row.models.length
    return isWhole ? row : { ...row, _id: `${clearingIdOf(row._id)}~${row.from}~${row.to}~${row.models.join('.')}` }
  })
}

/** Largest number of separate cleared ranges of one model. */
export const rangesPerModelMax = (rows: readonly ClearingRow[]) => {
  const counts = new Map<ClearModel, number>()
  for (const model of rows.flatMap(({ models }) => models)) counts.set(model, (counts.get(model) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}

/** Clearings by admin, applied to lists and figures in the admin's subtree. */
export function createClearings(db: Db) {
  const rows = db.collection<ClearingRow>('clearings')

  async function adminOf({ role, accountId }: Actor): Promise<string | undefined> {
    if (role === 'superadmin') return undefined
    if (role === 'admin') return accountId
    return (await accountsOf(db).findOne({ _id: accountId }))?.ancestry.admin
  }

  const ofAdmin = async (adminId: string, tx?: Tx) =>
    mergeClearings(await rows.find({ adminId }, { session: tx }).toArray())

  async function set(adminId: string, requested: readonly ClearingRow[], tx: Tx): Promise<void> {
    const stored = await rows.find({ adminId }, { session: tx, projection: { _id: 1 } }).toArray()
    const before = new Set(stored.map(({ _id }) => _id))
    const merged = mergeClearings(requested)
    const mergedIds = new Set(merged.map(({ _id }) => _id))
    const removed = [...before].filter(id => !mergedIds.has(id))
    const added = merged.filter(({ _id }) => !before.has(_id))
    if (removed.length > 0) await rows.deleteMany({ _id: { $in: removed } }, { session: tx })
    if (added.length > 0) await rows.insertMany(added, { session: tx })
  }

  return {
    ofAdmin,
    set,
    add: async (row: ClearingRow, tx: Tx) => set(row.adminId, [...(await ofAdmin(row.adminId, tx)), row], tx),

    /** What is hidden from an actor, per model, as disjoint ranges of days. */
    async hiddenFrom(actor: Actor, ...models: readonly ClearModel[]): Promise<Hidden[][]> {
      const adminId = await adminOf(actor)
      const cleared = adminId ? await ofAdmin(adminId) : []
      return models.map(model =>
        cleared.filter(clearing => clearing.models.includes(model)).sort((a, b) => (a.from < b.from ? -1 : 1)),
      )
    },
  }
}
