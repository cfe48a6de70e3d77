import type { AccountRole } from '@cascade/contracts'
import type { AccountListQuery } from '@cascade/contracts/accounts'
import { isInScope } from '@cascade/service-kit'
import type { Filter } from 'mongodb'
import type { Account, Scope } from '../../rules/account'
import type { StoredAccount } from '../account-store'

/** The accounts of one level: those in an actor's scope, or those below one parent. */
export type Level = { role: AccountRole; scope: Scope } | { role: AccountRole; parentId: string }
/** What of a level is wanted, without the search. */
export type Narrowed = Pick<AccountListQuery, 'status' | 'parent' | 'createdFrom' | 'createdTo'>
type Placed = Pick<Account, '_id' | 'role' | 'deleted' | 'parentId' | 'ancestry' | 'active' | 'createdAt'>

/** Live accounts of a level that are wanted; on the actor's own level that is the own record only. */
export const levelFilter = (level: Level, query: Narrowed): Filter<StoredAccount> => ({
  ...narrowed(query),
  ...placeOf(level),
  role: level.role,
  deleted: false,
})

export const isNarrowed = (query: Narrowed) => Object.keys(narrowed(query)).length > 0

/** The same as `levelFilter`, for a row at hand. */
export function isOfLevel(row: Placed, level: Level, { status, parent, createdFrom, createdTo }: Narrowed): boolean {
  if (row.deleted || row.role !== level.role) return false
  if (status !== undefined && row.active !== (status === 'active')) return false
  if (parent !== undefined && row.parentId !== parent) return false
  if (createdFrom !== undefined && row.createdAt < new Date(createdFrom)) return false
  if (createdTo !== undefined && row.createdAt > new Date(createdTo)) return false
  if ('parentId' in level) return row.parentId === level.parentId
  return isInScope(level.scope, row)
}

function placeOf(level: Level): Filter<StoredAccount> {
  if ('parentId' in level) return { parentId: level.parentId }
  const { scope, role } = level
  if (scope.role === 'superadmin') return {}
  return scope.role === role ? { _id: scope.accountId } : { [`ancestry.${scope.role}`]: scope.accountId }
}

function narrowed({ status, parent, createdFrom, createdTo }: Narrowed): Filter<StoredAccount> {
  const born = {
    ...(createdFrom === undefined ? {} : { $gte: new Date(createdFrom) }),
    ...(createdTo === undefined ? {} : { $lte: new Date(createdTo) }),
  }
  return {
    ...(status === undefined ? {} : { active: status === 'active' }),
    ...(parent === undefined ? {} : { parentId: parent }),
    ...(Object.keys(born).length > 0 ? { createdAt: born } : {}),
  }
}
