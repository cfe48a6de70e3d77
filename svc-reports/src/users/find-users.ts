import { backOfficeRoles, type Role } from '@cascade/contracts'
import { type Ask, accountsOf, type CollectionPlan, requirePermission, subtreeFilter } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'

const mostUsers = 50

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

/** Users of the actor's subtree whose name starts with `start`, by name. */
export async function findUsers(
  { db }: ReportsDeps,
  { ctx, input }: Ask<{ q?: string | undefined }>,
): Promise<{ data: { _id: string; username: string; role: Role }[] }> {
  requirePermission(ctx, 'reports.read')
  const prefix = (input.q ?? '').trim().toLowerCase()
  const byName = prefix ? { nameKey: { $gte: prefix, $lt: `${prefix}\uffff` } } : {}
  const rows = await accountsOf(db)
    .find({ ...subtreeFilter(ctx.actor), deleted: false, ...byName })
    .sort({ nameKey: 1 })
    .limit(mostUsers)
    .toArray()
  return { data: rows.map(({ _id, username, role }) => ({ _id, username, role })) }
}
