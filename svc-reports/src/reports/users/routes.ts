import { backOfficeRoles, type QueryOf, toSearchKey } from '@cascade/contracts'
import { reportsApi } from '@cascade/contracts/reports'
import {
  accountsOf,
  type Call,
  type CollectionSpec,
  type Routes,
  requirePermission,
  subtreeFilter,
  toPageWindow,
} from '@cascade/service-kit'
import type { ReportsDeps } from '../../deps'
import { readTimeoutMs } from '../../projections/queries'

export const userRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.findAllUsers, ({ ctx, query }) => findUsers(deps, { ctx, input: query }))
}

const pageSize = 50

/** One index per back-office role, with exactly the fields of the query below, and of that of the commissions. */
export const userSearchCollections: readonly CollectionSpec[] = [
  {
    name: 'accounts',
    indexes: [
      { key: { nameKey: 1 } },
      { key: { parentId: 1 } },
      { key: { deleted: 1, nameKey: 1 } },
      { key: { role: 1, deleted: 1, nameKey: 1 } },
      ...backOfficeRoles.flatMap(role => [
        { key: { [`ancestry.${role}`]: 1 as const, deleted: 1 as const, nameKey: 1 as const } },
        { key: { [`ancestry.${role}`]: 1 as const, role: 1 as const, deleted: 1 as const, nameKey: 1 as const } },
      ]),
    ],
  },
]

type Query = QueryOf<typeof reportsApi.findAllUsers>

async function findUsers({ db }: ReportsDeps, { ctx, input }: Call<Query>) {
  requirePermission(ctx, 'reports.read')
  const { from, count } = toPageWindow(input, { size: pageSize })
  const start = toSearchKey(input.q ?? '')
  const byName = start ? { nameKey: { $gte: start, $lt: `${start}\uffff` } } : {}
  const filter = { ...subtreeFilter(ctx.actor), deleted: false, ...byName }
  const [rows, total] = await Promise.all([
    accountsOf(db).find(filter, { maxTimeMS: readTimeoutMs }).sort({ nameKey: 1 }).skip(from).limit(count).toArray(),
    accountsOf(db).countDocuments(filter, { maxTimeMS: readTimeoutMs }),
  ])
  return { data: rows.map(({ _id, username, role }) => ({ _id, username, role })), total }
}
