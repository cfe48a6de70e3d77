import { backOfficeRoles } from '@cascade/contracts'
import type { CollectionPlan } from '@cascade/service-kit'

/** Asked for by name: the planner may prefer the index of the whole level. */
export const childrenIndex = { parentId: 1, role: 1 } as const

/** None is partial: not every server drops a row from a partial index when it no longer belongs there. */
export const accountPlans: readonly CollectionPlan[] = [
  {
    name: 'accounts',
    indexes: [
      { key: { usernameKey: 1 }, options: { unique: true } },
      { key: { uniqueId: 1 }, options: { unique: true } },
      { key: { nameKey: 1 } },
      { key: { lastNameKey: 1 } },
      { key: { role: 1, deleted: 1, _id: 1 } },
      { key: childrenIndex },
      ...backOfficeRoles.map(role => ({
        key: { [`ancestry.${role}`]: 1, role: 1, _id: 1 } as const,
      })),
      { key: { unannounced: 1 } },
    ],
  },
  { name: 'account_counters' },
  { name: 'moves' },
]
