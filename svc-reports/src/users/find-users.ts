import type { Role } from '@cascade/contracts'
import { type Actor, accountsOf, type CollectionPlan, subtreeFilter } from '@cascade/service-kit'
import type { Db } from 'mongodb'

const mostUsers = 50

/** One index for each level that may look, with exactly the fields of the query below. */
export const userSearchPlans: readonly CollectionPlan[] = [
  {
    name: 'accounts',
    indexes: [
      { key: { deleted: 1, nameKey: 1 } },
      ...['admin', 'superareamanager', 'areamanager', 'master'].map(role => ({
        key: { [`line.${role}`]: 1 as const, deleted: 1 as const, nameKey: 1 as const },
      })),
    ],
  },
]

/** Users of the actor's subtree whose name starts with `start`, by name. */
export async function findUsers(
  db: Db,
  actor: Actor,
  start = '',
): Promise<{ _id: string; username: string; role: Role }[]> {
  const prefix = start.trim().toLowerCase()
  const byName = prefix ? { nameKey: { $gte: prefix, $lt: `${prefix}\uffff` } } : {}
  const rows = await accountsOf(db)
    .find({ ...subtreeFilter(actor), deleted: false, ...byName })
    .sort({ nameKey: 1 })
    .limit(mostUsers)
    .toArray()
  return rows.map(({ _id, username, role }) => ({ _id, username, role }))
}
