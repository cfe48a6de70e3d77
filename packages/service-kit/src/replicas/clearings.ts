import type { ClearModel } from '@cascade/contracts/reports'
import type { Db } from 'mongodb'
import type { Actor } from '../auth/tokens'
import { type Hidden, latestByDay } from '../lists/hidden-days'
import type { CollectionPlan } from '../mongo/collections'
import type { Tx } from '../mongo/transaction'
import { accountsOf } from './accounts'

/** What an admin has cleared: what these days held of these models at that moment is hidden below the admin. */
export type ClearingRow = Hidden & {
  _id: string
  adminId: string
  models: ClearModel[]
  /** Only where the clearing is made; copies do not know it. */
  by?: { id: string; username: string; role: string }
}

export const clearingPlans: readonly CollectionPlan[] = [{ name: 'clearings', indexes: [{ key: { adminId: 1 } }] }]

const dayPattern = /^[1-9]\d{3}-\d{2}-\d{2}$/
const lastDay = '9998-12-31'

/** The clearing that a row is what is left of, after later ones took some of its days. */
export const clearingIdOf = (rowId: string) => rowId.split('~')[0] ?? rowId

/**
 * Clearings as rows of which no two hide the same day of the same model: of each day the latest counts. So there are
 * never more of them than days, however often something is cleared.
 */
export function mergedClearings(rows: readonly ClearingRow[]): ClearingRow[] {
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

/** The most separate ranges of days that are cleared of one model. */
export const mostRangesOf = (rows: readonly ClearingRow[]) => {
  const counts = new Map<ClearModel, number>()
  for (const model of rows.flatMap(({ models }) => models)) counts.set(model, (counts.get(model) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}

/** What admins have cleared, which lists and figures below them are read through. */
export function createClearings(db: Db) {
  const rows = db.collection<ClearingRow>('clearings')

  /** Superadmins see everything; everybody else what their admin has not cleared. */
  async function adminOf({ role, accountId }: Actor): Promise<string | undefined> {
    if (role === 'superadmin') return undefined
    if (role === 'admin') return accountId
    return (await accountsOf(db).findOne({ _id: accountId }))?.ancestry.admin
  }

  const ofAdmin = async (adminId: string, tx?: Tx) =>
    mergedClearings(await rows.find({ adminId }, { session: tx }).toArray())

  /** Sets what an admin has cleared. */
  async function set(adminId: string, requested: readonly ClearingRow[], tx: Tx): Promise<void> {
    const stored = await rows.find({ adminId }, { session: tx, projection: { _id: 1 } }).toArray()
    const before = new Set(stored.map(({ _id }) => _id))
    const merged = mergedClearings(requested)
    const mergedIds = new Set(merged.map(({ _id }) => _id))
    const removed = [...before].filter(id => !mergedIds.has(id))
    const added = merged.filter(({ _id }) => !before.has(_id))
    if (removed.length > 0) await rows.deleteMany({ _id: { $in: removed } }, { session: tx })
    if (added.length > 0) await rows.insertMany(added, { session: tx })
  }

  return {
    /** Without two that hide the same. */
    ofAdmin,
    set,
    add: async (row: ClearingRow, tx: Tx) => set(row.adminId, [...(await ofAdmin(row.adminId, tx)), row], tx),

    /** Undoes clearings that were told of by their ids. */
    async remove(adminId: string, ids: readonly string[], tx: Tx): Promise<void> {
      const undone = new Set(ids.map(clearingIdOf))
      const rest = (await ofAdmin(adminId, tx)).filter(({ _id }) => !undone.has(clearingIdOf(_id)))
      await set(adminId, rest, tx)
    },

    /** What an actor does not see of a model, day by day the latest clearing. */
    async hiddenFrom(actor: Actor, ...models: readonly ClearModel[]): Promise<Hidden[][]> {
      const adminId = await adminOf(actor)
      const cleared = adminId ? await ofAdmin(adminId) : []
      return models.map(model =>
        cleared.filter(clearing => clearing.models.includes(model)).sort((a, b) => (a.from < b.from ? -1 : 1)),
      )
    },
  }
}
