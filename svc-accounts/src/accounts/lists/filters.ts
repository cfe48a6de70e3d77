import { type AccountRole, parentRoleOf, toHundredths } from '@cascade/contracts'
import type { AccountListQuery } from '@cascade/contracts/accounts'
import { isInScope } from '@cascade/service-kit'
import type { Filter, Sort } from 'mongodb'
import { matchesName, matchesPrefix, type Scope } from '../account'
import type { StoredAccount } from '../account-store'
import { storedSortFields } from './indexes'

export type AccountFilter = Filter<StoredAccount>
/** The accounts of one level in an actor's scope, or the children of one parent. */
export type Level = { role: AccountRole; scope: Scope } | { role: AccountRole; parentId: string }
type Conditions = Pick<
  AccountListQuery,
  'status' | 'parent' | 'deleted' | 'createdFrom' | 'createdTo' | 'balanceFrom' | 'balanceTo' | 'limitDay'
>

/** Live or deleted accounts of a level that match the query; of the actor's own level, only the actor. */
export function levelFilter(level: Level, conditions: Conditions = {}): AccountFilter {
  const { status, parent, deleted, createdFrom, createdTo, balanceFrom, balanceTo, limitDay } = conditions
  const created = rangeOf(createdFrom, createdTo, text => new Date(text))
  const points = rangeOf(balanceFrom, balanceTo, toHundredths)
  return {
    ...(parent === undefined ? {} : { parentId: parent }),
    ...parentOrScope(level),
    role: level.role,
    deleted: deleted === 'true',
    ...(status === undefined ? {} : { active: status === 'active' }),
    ...(created ? { createdAt: created } : {}),
    ...(points ? { points } : {}),
    ...(limitDay === undefined ? {} : { limitDay }),
  }
}

function rangeOf<T, V>(from: T | undefined, to: T | undefined, convert: (value: T) => V) {
  if (from === undefined && to === undefined) return undefined
  return {
    ...(from === undefined ? {} : { $gte: convert(from) }),
    ...(to === undefined ? {} : { $lte: convert(to) }),
  }
}

function parentOrScope(level: Level): AccountFilter {
  if ('parentId' in level) return { parentId: level.parentId }
  const { scope, role } = level
  return scope.role === role && scope.role !== 'superadmin' ? { _id: scope.accountId } : belowFilter(scope)
}

/** Descendants of an account. All accounts are below a superadmin, including other superadmins. */
export const belowFilter = ({ role, accountId }: Scope): AccountFilter =>
  role === 'superadmin' ? {} : { [`ancestry.${role}`]: accountId }

/** Sort order of a list. Ids break ties. */
export function orderOf({ sort, order, createdFrom, createdTo }: AccountListQuery): Order {
  const stored = storedSortFields[sort ?? 'createdAt']
  const hasPeriod = (createdFrom ?? createdTo) !== undefined
  const isAscending = order === undefined ? sort !== undefined : order === 'asc'
  // With a period, the index of `createdAt` serves filter and order; the index of ids would serve the order only.
  return { field: stored === '_id' && hasPeriod ? 'createdAt' : stored, direction: isAscending ? 1 : -1 }
}

export type Order = { field: keyof StoredAccount; direction: 1 | -1 }

export const sortOf = ({ field, direction }: Order): Sort => ({ [field]: direction, _id: direction })

/** `text`: search key. `exactIds`: accounts with exactly this name. `parentId`: one of them, whose children match too. */
type Search = { text: string; exactIds: readonly string[]; parentId: string | undefined }

/** Ignores a parent outside the actor's scope: the result would reveal its name. */
export function toSearch(level: Level, text: string, exact: readonly StoredAccount[]): Search {
  const parentRole = parentRoleOf(level.role)
  const parent = exact.find(
    row => 'scope' in level && row.role === parentRole && !row.deleted && isInScope(level.scope, row),
  )
  return { text, exactIds: exact.map(({ _id }) => _id), parentId: parent?._id }
}

/**
 * Disjoint groups of search matches, best first: exact username or unique id; username or unique id with this prefix;
 * name with this prefix, or child of the parent with this name.
 */
export function searchGroups(level: AccountFilter, { text, exactIds, parentId }: Search): AccountFilter[] {
  const prefix = matchesPrefix(text)
  const nameOrParent = [...matchesName(text), ...(parentId === undefined ? [] : [{ parentId }])]
  const others = { ...level, ...(exactIds.length === 0 ? {} : { $and: [{ _id: { $nin: [...exactIds] } }] }) }
  return [
    ...(exactIds.length === 0 ? [] : [{ $and: [{ _id: { $in: [...exactIds] } }, level] }]),
    { ...others, $or: prefix },
    { ...others, $or: nameOrParent, $nor: prefix },
  ]
}
