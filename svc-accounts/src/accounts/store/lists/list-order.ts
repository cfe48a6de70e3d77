import type { Sort } from 'mongodb'
import { compareKeys, keyOfStored } from '../../rules/compare-keys'
import type { StoredAccount } from '../account-store'

/** How a list by a stored field stands; equal ones by their ids, which no two share. */
export type SortedBy = { field: keyof StoredAccount; direction: 1 | -1 }

export const sortOf = ({ field, direction }: SortedBy): Sort =>
  field === '_id' ? { _id: direction } : { [field]: direction, _id: direction }

/** The same for rows at hand. */
export const inOrderOf =
  ({ field, direction }: SortedBy) =>
  (a: StoredAccount, b: StoredAccount): number =>
    direction * (compareKeys(keyOfStored(a[field]), keyOfStored(b[field])) || compareKeys(a._id, b._id))
