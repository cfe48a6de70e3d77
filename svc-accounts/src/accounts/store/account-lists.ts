import type { ListQuery } from '@cascade/contracts'
import type { AccountListQuery } from '@cascade/contracts/accounts'
import type { Db, Sort } from 'mongodb'
import type { Account, Scope } from '../rules/account'
import { matchesPrefix, usernameKeyOf } from '../rules/search-keys'
import { childrenIndex } from './account-plans'
import { accountRowsOf, type StoredAccount } from './account-store'
import { createLargeCounts } from './large-counts'
import { type Level, levelFilter, scopeFilter } from './level-filter'
import { type Group, namedExactly, searchGroups, type Window, windowsOf } from './search-groups'

export type SortedBy = { field: keyof StoredAccount; direction: 1 | -1 }
/** What a list by something outside of the account is made of; `group` is its place in a search. */
export type Placed = Pick<Account, '_id' | 'parentId'> & { group: number }

/** A list that is not paged answers so many rows at most, and one by balance looks through no more. */
const largestList = 10_000
const defaultSize = 10
/** Whoever asked has given up by then. */
const readWithinMs = 10_000

/** The lists of accounts. */
export function createAccountLists(db: Db) {
  const rows = accountRowsOf(db)

  const told = createLargeCounts()
  // The command, as the driver's method counts by an aggregation, which costs several times as much.
  const counted = async ({ filter, index }: Group) =>
    Number((await db.command({ count: rows.collectionName, query: filter, ...index, maxTimeMS: readWithinMs })).n)
  const count = (group: Group) => told(JSON.stringify(group), () => counted(group))
  const read = ({ filter, index }: Group, sort: Sort, { skip, limit }: Window) =>
    rows
      .find(filter, { ...index, maxTimeMS: readWithinMs })
      .sort(sort)
      .skip(skip)
      .limit(limit)

  return {
    /** A page of a level by a stored field; in a search the better hits come first. `total` counts before paging. */
    async page(level: Level, query: AccountListQuery, { field, direction }: SortedBy) {
      const groups = await searchGroups(rows, level, query)
      const sort: Sort = field === '_id' ? { _id: direction } : { [field]: direction, _id: direction }
      const whole = windowOf(query)
      const [only] = groups
      if (groups.length === 1 && only) {
        const counting = isPaged(query) ? count(only) : undefined
        const page = await read(only, sort, whole).toArray()
        const isAll = counting === undefined && page.length < whole.limit
        return { rows: page, total: isAll ? page.length : await (counting ?? count(only)) }
      }
      const counts = await Promise.all(groups.map(count))
      const pages = shownOf(groups, counts, whole).map(([group, window]) => read(group, sort, window).toArray())
      return { rows: (await Promise.all(pages)).flat(), total: sumOf(counts) }
    },

    /** The newest of a level, as little as an order by balance or by reference needs, and how many there are. */
    async placed(level: Level, query: AccountListQuery): Promise<{ rows: Placed[]; total: number }> {
      const groups = await searchGroups(rows, level, query)
      const counts = await Promise.all(groups.map(count))
      const newest = shownOf(groups, counts, { skip: 0, limit: largestList }).map(async ([group, window]) => {
        const found = read(group, { _id: -1 }, window).project<Omit<Placed, 'group'>>({ parentId: 1 })
        return (await found.toArray()).map(row => ({ ...row, group: groups.indexOf(group) }))
      })
      return { rows: (await Promise.all(newest)).flat(), total: sumOf(counts) }
    },

    /** Live accounts directly below one, by role and name. */
    childrenOf: (parentId: string) =>
      rows
        .find({ parentId, deleted: false }, { hint: childrenIndex, maxTimeMS: readWithinMs })
        .sort({ role: 1, usernameOrder: 1 })
        .limit(largestList)
        .toArray(),

    /** The first accounts in scope whose username or unique id starts with `q`; who is called exactly so is the first. */
    async search(scope: Scope, q: string, limit: number): Promise<StoredAccount[]> {
      const text = usernameKeyOf(q)
      const exact = (await namedExactly(rows, text)).map(({ _id }) => _id)
      const read = (wanted: object) =>
        rows
          .find({ $and: [scopeFilter(scope), wanted] }, { maxTimeMS: readWithinMs })
          .sort({ usernameOrder: 1 })
          .limit(limit)
          .toArray()
      const [called, others] = await Promise.all([
        exact.length > 0 ? read({ _id: { $in: exact } }) : [],
        read({ $or: matchesPrefix(text), _id: { $nin: exact } }),
      ])
      return [...called, ...others].slice(0, limit)
    },

    /** Usernames by id, of deleted accounts too. */
    async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const named = await rows
        .find({ _id: { $in: [...new Set(ids)] } })
        .project<Pick<Account, '_id' | 'username'>>({ username: 1 })
        .toArray()
      return new Map(named.map(({ _id, username }) => [_id, username]))
    },

    count: (level: Level) => count({ filter: levelFilter(level, {}), index: {} }),
  }
}

/** The groups of which a page shows something, each with how much. */
function shownOf(groups: readonly Group[], counts: readonly number[], window: Window): [Group, Window][] {
  const windows = windowsOf(counts, window)
  return groups.flatMap((group, at): [Group, Window][] => {
    const part = windows[at]
    return part && part.limit > 0 ? [[group, part]] : []
  })
}

const isPaged = ({ page, size }: ListQuery) => page !== undefined || size !== undefined

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

/** What a page shows of an order that was made elsewhere. */
export function windowOf(query: ListQuery): Window {
  if (!isPaged(query)) return { skip: 0, limit: largestList }
  const { page = 1, size: limit = defaultSize } = query
  return { skip: (page - 1) * limit, limit }
}
