import type { CollectionSpec, Tx } from '@cascade/service-kit'
import type { Collection, Db, Filter } from 'mongodb'
import type { Window } from '../accounts/lists/windows'
import { type ClosedPeriod, periodIdOf, type Settlement } from './settlement-rules'

export const settlementCollections: readonly CollectionSpec[] = [
  { name: 'closed_periods', indexes: [{ key: { parentId: 1, to: -1 } }] },
  {
    name: 'settlements',
    indexes: [{ key: { parentId: 1, to: -1, username: 1 } }, { key: { parentId: 1, state: 1, to: -1, username: 1 } }],
  },
]

export type SettlementFilter = { parentId: string; to?: string | undefined; state?: Settlement['state'] | undefined }

export function createSettlementStore(db: Db) {
  const periods: Collection<ClosedPeriod> = db.collection('closed_periods')
  const settlements: Collection<Settlement> = db.collection('settlements')
  const toPeriod = (row: ClosedPeriod | null) => row && { ...row, position: Number(row.position) }
  const filterOf = ({ parentId, to, state }: SettlementFilter): Filter<Settlement> => ({
    ...{ parentId, ...(to && { to }), ...(state && { state }) },
  })

  return {
    lastPeriod: async (parentId: string) => toPeriod(await periods.findOne({ parentId }, { sort: { to: -1 } })),
    period: async (parentId: string, to: string) => toPeriod(await periods.findOne({ _id: periodIdOf(parentId, to) })),
    /** Weeks are closed in order: a concurrent close of the same week is a duplicate. */
    insertPeriod: (period: ClosedPeriod, tx: Tx) => periods.insertOne(period, { session: tx }),

    insert: (rows: readonly Settlement[], tx: Tx) => settlements.insertMany([...rows], { session: tx }),
    find: (_id: string) => settlements.findOne({ _id }),

    /** Newest weeks first, then by name. */
    async page(filter: SettlementFilter, { skip, limit }: Window) {
      const own = filterOf(filter)
      const [rows, total] = await Promise.all([
        settlements.find(own).sort({ to: -1, username: 1 }).skip(skip).limit(limit).toArray(),
        settlements.countDocuments(own),
      ])
      return { rows, total }
    },

    unpaid: (parentId: string, to: string): Promise<Settlement[]> =>
      settlements.find({ parentId, to, state: 'closed' }).sort({ username: 1 }).toArray(),

    /** Sum due in unpaid rows, in hundredths; `to` and `since` are of the oldest. */
    async due(parentId: string, rowsMax: number) {
      type Due = { count: number; commission: bigint; carried: bigint; to: string; since: Date }
      const sums = { commission: { $sum: '$commission' }, carried: { $sum: '$carried' }, count: { $sum: 1 } }
      const oldest = { to: { $min: '$to' }, since: { $min: '$closedAt' } }
      const [row] = await settlements
        .aggregate<Due>([
          { $match: { parentId, state: 'closed' } },
          { $limit: rowsMax },
          { $group: { _id: null, ...sums, ...oldest } },
        ])
        .toArray()
      return row && { ...row, count: Number(row.count), amount: BigInt(row.commission) + BigInt(row.carried) }
    },

    /** Sum of what is due in unpaid rows, in hundredths. */
    async sumUnpaid({ parentId, to }: SettlementFilter): Promise<bigint> {
      const match = filterOf({ parentId, to, state: 'closed' })
      const sums = { _id: null, commission: { $sum: '$commission' }, carried: { $sum: '$carried' } }
      const [row] = await settlements
        .aggregate<{ commission: bigint; carried: bigint }>([{ $match: match }, { $group: sums }])
        .toArray()
      return BigInt(row?.commission ?? 0) + BigInt(row?.carried ?? 0)
    },
  }
}
