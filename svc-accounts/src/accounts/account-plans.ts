import type { CollectionPlan } from '@cascade/service-kit'

const present = (field: string) => ({ partialFilterExpression: { [field]: { $exists: true } } })
const below = (role: string) => ({ key: { [`line.${role}`]: 1, role: 1 } as const, options: present(`line.${role}`) })

/** Asked for by name: the planner may prefer the index of the whole level. */
export const childrenIndex = { parentId: 1, role: 1 } as const

export const accountPlans: readonly CollectionPlan[] = [
  {
    name: 'accounts',
    indexes: [
      { key: { usernameKey: 1 }, options: { unique: true } },
      { key: { uniqueId: 1 }, options: { unique: true } },
      { key: { nameKey: 1 } },
      { key: { lastNameKey: 1 } },
      { key: { role: 1, deleted: 1 } },
      { key: childrenIndex },
      ...['superadmin', 'admin', 'superareamanager', 'areamanager', 'master'].map(below),
      { key: { unannounced: 1 }, options: present('unannounced') },
      { key: { isLoggedIn: 1 }, options: { partialFilterExpression: { isLoggedIn: true } } },
    ],
  },
  { name: 'account_counters' },
]
