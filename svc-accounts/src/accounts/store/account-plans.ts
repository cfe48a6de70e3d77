import type { CollectionPlan } from '@cascade/service-kit'

/** Whose lists may be long: everybody's, those of one branch, and those directly below one account. */
const owners = ['ancestry.admin', 'ancestry.superareamanager', 'ancestry.areamanager', 'ancestry.master', 'parentId']

/** The orders in which a long list is read bit by bit (`ordered-lists.ts`). */
export const orderFields = ['_id', 'usernameOrder'] as const
export type OrderField = (typeof orderFields)[number]

/** None is partial: not every server drops a row from a partial index when it no longer belongs there. */
export const accountPlans: readonly CollectionPlan[] = [
  {
    name: 'accounts',
    indexes: [
      { key: { usernameKey: 1 }, options: { unique: true } },
      { key: { uniqueId: 1 }, options: { unique: true } },
      { key: { nameKey: 1 } },
      { key: { lastNameKey: 1 } },
      ...orderFields.flatMap(field => [
        { key: { role: 1, deleted: 1, [field]: 1 } as const },
        ...owners.map(owner => ({ key: { [owner]: 1, role: 1, deleted: 1, [field]: 1 } as const })),
      ]),
      { key: { unannounced: 1 } },
      { key: { 'closing.at': 1 } },
    ],
  },
  { name: 'account_counters' },
  { name: 'moves' },
]
