import { type ListQuery, toSearchKey } from '@cascade/contracts'
import type { AccountListQuery } from '@cascade/contracts/accounts'
import { windowOf as pageWindow } from '@cascade/service-kit'
import type { Db, Filter } from 'mongodb'
import type { Account } from '../account'
import { accountRowsOf, type StoredAccount } from '../account-store'
import { orderFields } from '../account-writes'
import { createLargeCounts } from './counts'
import { conditionsOf, inOrderOf, type Level, levelFilter, type SortedBy, sortOf } from './levels'
import { apart, createMilestones, within } from './milestones'
import { createOrderedLists, type Window, windowsOf } from './ordered-lists'
import { createPalette } from './palette'
import { createAlikeSearch, createFrequentSearch, searchGroups } from './search'
import { createSearchHits, fewRows, type Hit } from './search-hits'
import { createSortedLists } from './sorted-lists'

// Why this folder exists: the embedded server reads everything that a filter matches before it sorts and cuts, so that ten
// rows of a list of 100,000 cost as much as all of them; MongoDB reads ten. The day the server stops at the limit,
// milestones, search hits, searches, palette, counts, ordered and sorted lists are deleted: what is left is one query
// with sort, skip and limit, one count, and one `$or` over the search keys.

type Page = { rows: StoredAccount[]; total: number }
/** What a list by something outside of the account is made of; `group` is its place in a search. */
export type Placed = Pick<Account, '_id' | 'parentId'> & { group: number }

/** A list that is not paged answers so many rows at most, and one by balance looks through no more. */
const largestList = 10_000
/** Whoever asked has given up by then. */
const readWithinMs = 10_000

export function createAccountLists(db: Db) {
  const rows = accountRowsOf(db)

  const told = createLargeCounts()
  // The command, as the driver's method counts by an aggregation, which costs several times as much.
  const counted = async (query: Filter<StoredAccount>) =>
    Number((await db.command({ count: rows.collectionName, query, maxTimeMS: readWithinMs })).n)
  const count = (filter: Filter<StoredAccount>) => told(JSON.stringify(filter), () => counted(filter))
  const milestones = createMilestones(rows)
  const ordered = createOrderedLists({ rows, milestones, count })
  const search = createSearchHits({ rows, milestones, count })
  const alike = createAlikeSearch({ rows, ordered, search, count })
  const frequent = createFrequentSearch({ milestones, ordered, search, count })
  const sorted = createSortedLists({ rows, milestones, ordered, count })
  const listOf = (level: Level) => ({ role: level.role, filter: levelFilter(level, {}) })

  /** Whatever is asked for, by reading all that matches. */
  async function pageOf(groups: readonly Filter<StoredAccount>[], window: Window, sort: SortedBy) {
    const counts = await Promise.all(groups.map(count))
    const pages = shownOf(groups, counts, window).map(([filter, { skip, limit }]) =>
      rows.find(filter, { maxTimeMS: readWithinMs }).sort(sortOf(sort)).skip(skip).limit(limit).toArray(),
    )
    return { rows: (await Promise.all(pages)).flat(), total: sumOf(counts) }
  }

  /** The hits were read with a few fields only. */
  async function pageOfHits(
    hits: readonly Hit[],
    { level, query, sort }: { level: Level; query: AccountListQuery; sort: SortedBy },
  ): Promise<Page> {
    const { skip, limit } = windowOf(query)
    const byField = inOrderOf(sort)
    const inOrder = [...hits].sort((a, b) => a.group - b.group || byField(a, b))
    const shown = inOrder.slice(skip, skip + limit)
    return { rows: await ordered.readMany(shown, levelFilter(level, query)), total: hits.length }
  }

  /** What a filter leaves of a level: the first of them in order, as far as it does not cost less to read all. */
  async function filtered(
    level: Level,
    query: AccountListQuery,
    asked: { size: number; sort: SortedBy; window: Window },
  ) {
    const { filter } = await sorted.filterOf({ level, query, ...asked })
    if (asked.size <= fewRows) return { filter }
    const walked = sorted.walk({ level, query, list: listOf(level), ...asked })
    const [found, total] = await Promise.all([walked, count(filter)])
    return { filter, found, total }
  }

  /** The groups of which a search that finds many is made, each read whole. */
  const groupsOf = async (level: Level, query: AccountListQuery, text: string) =>
    searchGroups(levelFilter(level, query), await search.wantedOf(level, text))

  return {
    /** A page of a level by a stored field; in a search the better hits come first. `total` counts before paging. */
    async page(level: Level, query: AccountListQuery, asked: SortedBy): Promise<Page> {
      const window = windowOf(query)
      const text = toSearchKey(query.q ?? '')
      const list = listOf(level)
      const size = await count(list.filter)
      const sort = byCreation(query, asked)
      const field = orderFields.find(each => each === sort.field)
      const order =
        size > fewRows && conditionsOf(query).length === 0 && field
          ? { list, field, direction: sort.direction }
          : undefined
      if (text === '') {
        if (order) return { rows: await ordered.page(order, window, size), total: size }
        const { filter, found, total } = await filtered(level, query, { size, sort, window })
        return found ? { rows: await ordered.readMany(found, filter), total } : pageOf([filter], window, sort)
      }
      const wanted = await search.wantedOf(level, text)
      const counted = size > fewRows && (await alike.page(level, query, { wanted, window, sort }))
      if (counted) return counted
      const hits = await search.find(level, query, { wanted, size, field: sort.field })
      if (hits) return pageOfHits(hits, { level, query, sort })
      const page = order && (await frequent.page(level, order, { wanted, size, window }))
      return page ?? pageOf(await groupsOf(level, query, text), window, sort)
    },

    /** The newest of a level, as little as an order by balance or by reference needs, and how many there are. */
    async placed(level: Level, query: AccountListQuery): Promise<{ rows: Placed[]; total: number }> {
      const text = toSearchKey(query.q ?? '')
      const size = await count(levelFilter(level, {}))
      const window = { skip: 0, limit: largestList }
      let groups: Filter<StoredAccount>[]
      if (text === '') {
        const sort = byCreation(query, { field: '_id', direction: -1 })
        const { filter, found, total } = await filtered(level, query, { size, sort, window })
        if (found) return { rows: found.map(row => ({ ...row, group: 0 })), total }
        groups = [filter]
      } else {
        const wanted = await search.wantedOf(level, text)
        const hits = await search.find(level, query, { wanted, size, field: 'parentId' })
        if (hits) return { rows: hits, total: hits.length }
        groups = await groupsOf(level, query, text)
      }
      const counts = await Promise.all(groups.map(count))
      const newest = shownOf(groups, counts, window).map(async ([filter, { limit }]) => {
        const found = rows.find(filter, { maxTimeMS: readWithinMs }).sort({ _id: -1 }).limit(limit)
        const parents = await found.project<Omit<Placed, 'group'>>({ parentId: 1 }).toArray()
        return parents.map(row => ({ ...row, group: groups.indexOf(filter) }))
      })
      return { rows: (await Promise.all(newest)).flat(), total: sumOf(counts) }
    },

    /** The first and the last of many ids, where not twice as many accounts stand between them. */
    async between(ids: readonly string[]): Promise<[string, string] | undefined> {
      if (ids.length <= fewRows) return undefined
      const [first, ...rest] = [...ids].sort()
      const last = rest.at(-1)
      if (first === undefined || last === undefined) return undefined
      const { keysOf } = await milestones.current()
      return within(keysOf('_id'), { $gte: first, $lt: last }).length * apart < 2 * ids.length
        ? [first, last]
        : undefined
    },

    /** The next accounts in the order of their ids, deleted ones too. */
    async idsAfter(id: string, limit: number): Promise<string[]> {
      const everybody = { list: { filter: {} }, field: '_id', direction: 1 } as const
      const page = await ordered.page(everybody, { skip: 0, limit }, undefined, { range: { $gt: id } })
      return page.map(({ _id }) => _id)
    },

    /** Live accounts directly below one, by role and name. */
    childrenOf: (parentId: string) =>
      rows
        .find({ parentId, deleted: false }, { maxTimeMS: readWithinMs })
        .sort({ role: 1, usernameOrder: 1 })
        .limit(largestList)
        .toArray(),

    /** The first accounts in scope whose username or unique id starts with `q`; who is called exactly so is the first. */
    search: createPalette({ rows, ordered, search }),

    /** Usernames by id, of deleted accounts too. */
    async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const named = await rows
        .find({ _id: { $in: [...new Set(ids)] } })
        .project<Pick<Account, '_id' | 'username'>>({ username: 1 })
        .toArray()
      return new Map(named.map(({ _id, username }) => [_id, username]))
    },

    count: (level: Level) => count(levelFilter(level, {})),
  }
}

/** The groups of which a page shows something, each with how much. */
function shownOf<G>(groups: readonly G[], counts: readonly number[], window: Window): [G, Window][] {
  const windows = windowsOf(counts, window)
  return groups.flatMap((group, at): [G, Window][] => {
    const part = windows[at]
    return part && part.limit > 0 ? [[group, part]] : []
  })
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

/** What a page shows of an order that was made elsewhere. */
export function windowOf(query: ListQuery): Window {
  const { from: skip, count: limit } = pageWindow(query, { plain: largestList })
  return { skip, limit }
}

/** Of a time, accounts are read by the moment of their creation, which is also the order of their ids. */
const byCreation = (query: AccountListQuery, { field, direction }: SortedBy): SortedBy =>
  field === '_id' && (query.createdFrom ?? query.createdTo) !== undefined
    ? { field: 'createdAt', direction }
    : { field, direction }
