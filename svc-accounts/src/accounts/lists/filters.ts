import { type AccountRole, parentRoleOf, toHundredths } from '@cascade/contracts'
import type { AccountListQuery } from '@cascade/contracts/accounts'
import { isInScope } from '@cascade/service-kit'
import type { Filter, Sort } from 'mongodb'
import { matchesName, matchesPrefix, type Scope } from '../account'
import type { StoredAccount } from '../account-store'
import { storedSortFields } from './indexes'

export type Accounts = Filter<StoredAccount>
/** The accounts of one level: those in an actor's scope, or those directly below one parent. */
export type Level = { role: AccountRole; scope: Scope } | { role: AccountRole; parentId: string }
type Conditions = Pick<
  AccountListQuery,
  'status' | 'parent' | 'createdFrom' | 'createdTo' | 'balanceFrom' | 'balanceTo'
>

/** Live accounts of a level that fulfil the conditions of a query; on the actor's own level that is the own record only. */
export function levelFilter(level: Level, conditions: Conditions = {}): Accounts {
  const { status, parent, createdFrom, createdTo, balanceFrom, balanceTo } = conditions
  const created = rangeOf(createdFrom, createdTo, text => new Date(text))
  const points = rangeOf(balanceFrom, balanceTo, toHundredths)
  return {
    ...(parent === undefined ? {} : { parentId: parent }),
    ...placeOf(level),
    role: level.role,
    deleted: false,
    ...(status === undefined ? {} : { active: status === 'active' }),
    ...(created ? { createdAt: created } : {}),
    ...(points ? { points } : {}),
  }
}

function rangeOf<T, V>(from: T | undefined, to: T | undefined, convert: (value: T) => V) {
  if (from === undefined && to === undefined) return undefined
  return {
    ...(from === undefined ? {} : { $gte: convert(from) }),
    ...(to === undefined ? {} : { $lte: convert(to) }),
  }
}

function placeOf(level: Level): Accounts {
  if ('parentId' in level) return { parentId: level.parentId }
  const { scope, role } = level
  return scope.role === role && scope.role !== 'superadmin' ? { _id: scope.accountId } : belowFilter(scope)
}

/** Everybody below an account; a superadmin has everybody below, other superadmins included. */
export const belowFilter = ({ role, accountId }: Scope): Accounts =>
  role === 'superadmin' ? {} : { [`ancestry.${role}`]: accountId }

/** How a list is ordered; equal accounts by their ids, which no two share. */
export function orderOf({ sort, order, createdFrom, createdTo }: AccountListQuery): Order {
  const stored = storedSortFields[sort ?? 'createdAt']
  const hasPeriod = (createdFrom ?? createdTo) !== undefined
  const isAscending = order === undefined ? sort !== undefined : order === 'asc'
  // The index of the moments of creation answers a period and its order; the one of ids only the order.
  return { field: stored === '_id' && hasPeriod ? 'createdAt' : stored, direction: isAscending ? 1 : -1 }
}

export type Order = { field: keyof StoredAccount; direction: 1 | -1 }

export const sortOf = ({ field, direction }: Order): Sort => ({ [field]: direction, _id: direction })

/** A text as a search key, the accounts that are called exactly so, and the one of them whose children are hits too. */
type Search = { text: string; called: readonly string[]; reference: string | undefined }

/** An account outside of the actor's scope is not known to be called so. */
export function searchIn(level: Level, text: string, called: readonly StoredAccount[]): Search {
  const above = parentRoleOf(level.role)
  const reference = called.find(
    row => 'scope' in level && row.role === above && !row.deleted && isInScope(level.scope, row),
  )
  return { text, called: called.map(({ _id }) => _id), reference: reference?._id }
}

/**
 * The groups of which the result of a search consists, in their order: accounts that are called exactly so, those whose
 * username or unique id begins so, and those whose name does or that stand directly below the account called so.
 */
export function searchGroups(level: Accounts, { text, called, reference }: Search): Accounts[] {
  const prefix = matchesPrefix(text)
  const rest = [...matchesName(text), ...(reference === undefined ? [] : [{ parentId: reference }])]
  const others = { ...level, ...(called.length === 0 ? {} : { $and: [{ _id: { $nin: [...called] } }] }) }
  return [
    ...(called.length === 0 ? [] : [{ $and: [{ _id: { $in: [...called] } }, level] }]),
    { ...others, $or: prefix },
    { ...others, $or: rest, $nor: prefix },
  ]
}
