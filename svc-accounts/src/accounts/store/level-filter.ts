import type { AccountRole } from '@cascade/contracts'
import type { AccountListQuery } from '@cascade/contracts/accounts'
import type { Filter } from 'mongodb'
import type { Scope } from '../rules/account'
import { childrenIndex } from './account-plans'
import type { StoredAccount } from './account-store'

/** The accounts of one level: those in an actor's scope, or those below one parent. */
export type Level = { role: AccountRole; scope: Scope } | { role: AccountRole; parentId: string }
/** What of a level is wanted, without the search. */
export type Narrowed = Pick<AccountListQuery, 'status' | 'parent' | 'createdFrom' | 'createdTo'>

/** Live accounts of a level that are wanted; on the actor's own level that is the own record only. */
export const levelFilter = (level: Level, query: Narrowed): Filter<StoredAccount> => ({
  ...narrowed(query),
  ...placeOf(level),
  role: level.role,
  deleted: false,
})

/** The index of one parent's accounts; the planner finds the others. */
export const indexOf = (level: Level, { parent }: Narrowed) =>
  'parentId' in level || parent !== undefined ? { hint: childrenIndex } : {}

/** What an actor may see, as a filter. */
export function scopeFilter({ accountId, role }: Scope): Filter<StoredAccount> {
  if (role === 'superadmin') return { deleted: false }
  return { deleted: false, $or: [{ [`ancestry.${role}`]: accountId }, { _id: accountId }] }
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
