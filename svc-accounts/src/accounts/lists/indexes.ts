import type { SortBy } from '@cascade/contracts'
import type { accountSortFields } from '@cascade/contracts/accounts'
import type { CollectionSpec } from '@cascade/service-kit'

/** Stored field of each sort field of the API. */
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

/** Fields that restrict a list to the scope or the children of one account. */
const owners = ['ancestry.admin', 'ancestry.superareamanager', 'ancestry.areamanager', 'ancestry.master', 'parentId']
const orders = [...Object.values(storedSortFields), 'createdAt'].filter(field => field !== '_id')

/**
 * One index per sort order, and one per owner with the newest first. For an owner in another order, MongoDB either walks
 * the index of the order and skips other accounts, or sorts the few accounts of a small owner in memory. One index per
 * owner and order would exceed the 64 indexes that a collection may have.
 */
export const directoryIndexes: NonNullable<CollectionSpec['indexes']> = [
  { key: { role: 1, deleted: 1, _id: 1 } },
  ...orders.map(field => ({ key: { role: 1, deleted: 1, [field]: 1, _id: 1 } as const })),
  ...owners.map(owner => ({ key: { [owner]: 1, role: 1, deleted: 1, _id: 1 } as const })),
  // Only accounts that have reached a limit are in these.
  ...[...owners.filter(owner => owner !== 'parentId'), '_id'].map(owner => ({
    key: { limitDay: 1, [owner]: 1 } as const,
    options: { partialFilterExpression: { limitDay: { $exists: true } } },
  })),
  // The tree: children of an account by role and username.
  { key: { parentId: 1, role: 1, deleted: 1, usernameOrder: 1 } },
]
