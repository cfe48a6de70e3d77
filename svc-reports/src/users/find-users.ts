import { backOfficeRoles, type Role } from '@cascade/contracts'
import { type Ask, accountsOf, type CollectionPlan, requirePermission, subtreeFilter } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'

const defaultSize = 50

/** One index for each level that may look, with exactly the fields of the query below. */
export const userSearchPlans: readonly CollectionPlan[] = [
  {
    name: 'accounts',
    indexes: [
      { key: { nameKey: 1 } },
      { key: { parentId: 1 } },
      { key: { deleted: 1, nameKey: 1 } },
      ...backOfficeRoles.map(role => ({
        key: { [`ancestry.${role}`]: 1 as const, deleted: 1 as const, nameKey: 1 as const },
      })),
    ],
  },
]

type Input = { q?: string | undefined; page?: number | undefined; size?: number | undefined }
type Found = { data: { _id: string; username: string; role: Role }[]; total: number }

/** Users of the actor's subtree whose name starts with `q`, by name, and how many there are. */
export async function findUsers({ db }: ReportsDeps, { ctx, input }: Ask<Input>): Promise<Found> {
  requirePermission(ctx, 'reports.read')
  const prefix = (input.q ?? '').trim().toLowerCase()
  const byName = prefix ? { nameKey: { $gte: prefix, $lt: `${prefix}\uffff` } } : {}
  const { page = 1, size = defaultSize } = input
  const filter = { ...subtreeFilter(ctx.actor), deleted: false, ...byName }
  const found = accountsOf(db).find(filter).sort({ nameKey: 1 })
  const [rows, total] = await Promise.all([
    found
      .skip((page - 1) * size)
      .limit(size)
      .toArray(),
    accountsOf(db).countDocuments(filter),
  ])
  return { data: rows.map(({ _id, username, role }) => ({ _id, username, role })), total }
}
