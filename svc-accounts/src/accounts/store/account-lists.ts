import type { AccountRole, ListQuery } from '@cascade/contracts'
import type { Db, Filter, Sort } from 'mongodb'
import type { Account, Scope } from '../rules/account'
import { matchingPrefix, startsWith } from '../rules/search-keys'
import { childrenIndex } from './account-plans'
import { accountRowsOf, type StoredAccount } from './account-store'

/** The accounts of one level: those in an actor's scope, or those below one parent. */
export type Level = { role: AccountRole; scope: Scope } | { role: AccountRole; parentId: string }
export type SortedBy = { field: keyof StoredAccount; direction: 1 | -1 }
/** What a list by something outside of the account is made of. */
export type Placed = Pick<Account, '_id' | 'parentId'>

/** A list that is not paged answers so many rows at most; its total tells how many there are. */
const largestList = 10_000
const defaultSize = 10

/** The lists of accounts. */
export function createAccountLists(db: Db) {
  const rows = accountRowsOf(db)

  return {
    /** A page of a level by a stored field. `total` counts before paging. */
    async page(level: Level, query: ListQuery, { field, direction }: SortedBy) {
      const { filter, index } = matching(level, query.q)
      const sort: Sort = field === '_id' ? { _id: direction } : { [field]: direction, _id: direction }
      const { skip, limit, isWhole } = windowOf(query)
      const found = rows.find(filter, index).sort(sort).skip(skip).limit(limit).toArray()
      if (!isWhole) {
        const [page, total] = await Promise.all([found, rows.countDocuments(filter, index)])
        return { rows: page, total }
      }
      const all = await found
      return { rows: all, total: all.length < limit ? all.length : await rows.countDocuments(filter, index) }
    },

    /** All of a level, as little as an order by balance or by reference needs. */
    placed: (level: Level, q: string | undefined): Promise<Placed[]> => {
      const { filter, index } = matching(level, q)
      return rows.find(filter, index).project<Placed>({ parentId: 1 }).toArray()
    },

    /** Live accounts directly below one, by role and name. */
    childrenOf: (parentId: string) =>
      rows
        .find({ parentId, deleted: false }, { hint: childrenIndex })
        .sort({ role: 1, usernameOrder: 1 })
        .limit(largestList)
        .toArray(),

    /** The first accounts in scope whose username or unique id starts with `q`. */
    search(scope: Scope, q: string, limit: number) {
      const text = q.toLowerCase()
      const starts: Filter<StoredAccount>[] = [
        { usernameKey: startsWith(text) },
        { uniqueId: startsWith(text.toUpperCase()) },
      ]
      return rows
        .find({ $and: [scopeFilter(scope), { $or: starts }] })
        .sort({ usernameOrder: 1 })
        .limit(limit)
        .toArray()
    },

    /** Usernames by id, of deleted accounts too. */
    async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const named = await rows
        .find({ _id: { $in: [...new Set(ids)] } })
        .project<Pick<Account, '_id' | 'username'>>({ username: 1 })
        .toArray()
      return new Map(named.map(({ _id, username }) => [_id, username]))
    },

    count: (level: Level) => rows.countDocuments(matching(level, undefined).filter),
  }
}

/** What a page shows of an order that was made elsewhere. */
export function windowOf({ page, size }: ListQuery): { skip: number; limit: number; isWhole: boolean } {
  if (page === undefined && size === undefined) return { skip: 0, limit: largestList, isWhole: true }
  const limit = size ?? defaultSize
  return { skip: ((page ?? 1) - 1) * limit, limit, isWhole: false }
}

function matching(level: Level, q: string | undefined) {
  const search = q?.trim() ? matchingPrefix(q) : {}
  const filter: Filter<StoredAccount> = { ...levelFilter(level), ...search }
  return { filter, index: 'parentId' in level ? { hint: childrenIndex } : {} }
}

/** Live accounts of a level; on the actor's own level that is the own record only. */
function levelFilter(level: Level): Filter<StoredAccount> {
  const { role } = level
  if ('parentId' in level) return { parentId: level.parentId, role, deleted: false }
  const { scope } = level
  if (scope.role === 'superadmin') return { role, deleted: false }
  if (scope.role === role) return { _id: scope.accountId, deleted: false }
  return { [`ancestry.${scope.role}`]: scope.accountId, role, deleted: false }
}

/** What an actor may see, as a filter. */
function scopeFilter({ accountId, role }: Scope): Filter<StoredAccount> {
  if (role === 'superadmin') return { deleted: false }
  return { deleted: false, $or: [{ [`ancestry.${role}`]: accountId }, { _id: accountId }] }
}
