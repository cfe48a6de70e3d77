import type { AccountRole } from '@cascade/contracts'
import type { AccountListQuery } from '@cascade/contracts/accounts'
import { isInScope } from '@cascade/service-kit'
import type { Filter, Sort } from 'mongodb'
import type { Account, Scope } from '../account'
import type { StoredAccount } from '../account-store'

/** The accounts of one level: those in an actor's scope, or those below one parent. */
export type Level = { role: AccountRole; scope: Scope } | { role: AccountRole; parentId: string }
/** What of a level is wanted, without the search. */
export type Narrowed = Pick<AccountListQuery, 'status' | 'parent' | 'createdFrom' | 'createdTo'>
type Placed = Pick<Account, '_id' | 'role' | 'deleted' | 'parentId' | 'ancestry' | 'active' | 'createdAt'>
/** One field of a filter, as the database is asked for it and as a row at hand is. */
type Condition = {
  field: 'active' | 'parentId' | 'createdAt'
  wanted: unknown
  accepts: (row: Pick<Placed, 'active' | 'parentId' | 'createdAt'>) => boolean
}

export function conditionsOf({ status, parent, createdFrom, createdTo }: Narrowed): Condition[] {
  const from = createdFrom === undefined ? undefined : new Date(createdFrom)
  const to = createdTo === undefined ? undefined : new Date(createdTo)
  const born = { ...(from ? { $gte: from } : {}), ...(to ? { $lte: to } : {}) }
  const isBorn = (at: Date) => (from === undefined || at >= from) && (to === undefined || at <= to)
  const isActive = status === 'active'
  const conditions: (Condition | false)[] = [
    status !== undefined && { field: 'active', wanted: isActive, accepts: ({ active }) => active === isActive },
    parent !== undefined && { field: 'parentId', wanted: parent, accepts: ({ parentId }) => parentId === parent },
    (from ?? to) !== undefined && { field: 'createdAt', wanted: born, accepts: ({ createdAt }) => isBorn(createdAt) },
  ]
  return conditions.filter(condition => condition !== false)
}

const filterOf = (conditions: readonly Condition[]): Filter<StoredAccount> =>
  Object.fromEntries(conditions.map(({ field, wanted }) => [field, wanted]))

/**
 * Live accounts of a level that are wanted; on the actor's own level that is the own record only.
 * @param isFirst which conditions are named before the level: some servers choose the index by the first field
 */
export function levelFilter(
  level: Level,
  query: Narrowed,
  isFirst: (condition: Condition) => boolean = () => true,
): Filter<StoredAccount> {
  const conditions = conditionsOf(query)
  return {
    ...filterOf(conditions.filter(isFirst)),
    ...placeOf(level),
    role: level.role,
    deleted: false,
    ...filterOf(conditions.filter(condition => !isFirst(condition))),
  }
}

/** The same as `levelFilter`, for rows at hand. */
export function acceptsOf(level: Level, query: Narrowed): (row: Placed) => boolean {
  const conditions = conditionsOf(query)
  const isThere = (row: Placed) => ('parentId' in level ? row.parentId === level.parentId : isInScope(level.scope, row))
  return row =>
    !row.deleted && row.role === level.role && conditions.every(({ accepts }) => accepts(row)) && isThere(row)
}

function placeOf(level: Level): Filter<StoredAccount> {
  if ('parentId' in level) return { parentId: level.parentId }
  const { scope, role } = level
  if (scope.role === 'superadmin') return {}
  return scope.role === role ? { _id: scope.accountId } : { [`ancestry.${scope.role}`]: scope.accountId }
}

/** How a list by a stored field stands; equal ones by their ids, which no two share. */
export type SortedBy = { field: keyof StoredAccount; direction: 1 | -1 }

export const sortOf = ({ field, direction }: SortedBy): Sort =>
  field === '_id' ? { _id: direction } : { [field]: direction, _id: direction }

type Sortable = { _id: string } & { [Field in keyof StoredAccount]?: unknown }

/** The same for rows at hand. */
export const inOrderOf =
  ({ field, direction }: SortedBy) =>
  (a: Sortable, b: Sortable): number =>
    direction * (compareKeys(keyOfStored(a[field]), keyOfStored(b[field])) || compareKeys(a._id, b._id))

export type Key = bigint | string | number

/** A stored field as something to sort by. Nothing stands before everything else, as the database has it. */
export function keyOfStored(value: unknown): Key {
  if (value instanceof Date) return value.getTime()
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'bigint' || typeof value === 'number' || typeof value === 'string' ? value : ''
}

export function compareKeys(a: Key, b: Key): number {
  if (typeof a !== typeof b) return a === '' ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}
