import type { SortBy } from '@cascade/contracts'
import type { accountSortFields } from '@cascade/contracts/accounts'
import type { CollectionSpec } from '@cascade/service-kit'

/** The stored field behind each field that a list may be sorted by. */
export const storedSortFields = {
  username: 'usernameOrder',
  uniqueId: 'uniqueId',
  firstName: 'nameKey',
  lastName: 'lastNameKey',
  email: 'email',
  phone: 'phone',
  city: 'cityKey',
  refId: 'parentOrder',
  commission: 'commissionBp',
  walletBalance: 'points',
  branchBalance: 'branchPoints',
  allBelow: 'below',
  userStatus: 'active',
  isLoggedIn: 'isLoggedIn',
  lastLogin: 'lastLogin',
  // Ids are in the order of creation.
  createdAt: '_id',
} as const satisfies SortBy<typeof accountSortFields, string>

/** Whose accounts are listed: those in the scope of one account, or those directly below it. */
const owners = ['ancestry.admin', 'ancestry.superareamanager', 'ancestry.areamanager', 'ancestry.master', 'parentId']
const orders = [...Object.values(storedSortFields), 'createdAt'].filter(field => field !== '_id')

/**
 * One index for each order, and one for the accounts of each owner, newest first. In an order other than the newest first,
 * MongoDB either walks the index of the order and leaves out the accounts of others, or sorts the few accounts of a small
 * owner. An index for each owner in each order would be more than the 64 that a collection may have.
 */
export const directoryIndexes: NonNullable<CollectionSpec['indexes']> = [
  { key: { role: 1, deleted: 1, _id: 1 } },
  ...orders.map(field => ({ key: { role: 1, deleted: 1, [field]: 1, _id: 1 } as const })),
  ...owners.map(owner => ({ key: { [owner]: 1, role: 1, deleted: 1, _id: 1 } as const })),
  // The tree: everybody directly below one account, by role and username.
  { key: { parentId: 1, role: 1, deleted: 1, usernameOrder: 1 } },
]
