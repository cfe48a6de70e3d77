import type { AccountListQuery } from '@cascade/contracts/accounts'
import type { Collection, Filter } from 'mongodb'
import { matchesName, matchesPrefix } from '../account'
import type { StoredAccount } from '../account-store'
import { prefixRanges, type Range } from './counts'
import { acceptsOf, compareKeys, inOrderOf, type Level, levelFilter, type SortedBy, sortOf } from './levels'
import type { MilestoneStore } from './milestones'
import { type List, type Ordered, type OrderedLists, type Window, windowsOf } from './ordered-lists'
import { fewAlike, fewRows, type Hit, type SearchHits, sizeWithin, type Wanted } from './search-hits'

/** Fewer than so many are read and sorted here: the database would read them twice, to count and to sort. */
const fewHits = 128
const readWithinMs = 10_000

type Deps = {
  rows: Collection<StoredAccount>
  ordered: OrderedLists
  search: SearchHits
  count: (filter: Filter<StoredAccount>) => Promise<number>
}

/**
 * A search in a long list for what some hundred usernames begin with: the database counts and sorts them, as to read them
 * all costs many times what a page of them does. Those who are hits for another reason are few, and stand before or after.
 */
export function createAlikeSearch({ rows, ordered, search, count }: Deps) {
  return {
    /** @returns undefined for another search */
    async page(
      level: Level,
      query: AccountListQuery,
      { wanted, window, sort }: { wanted: Wanted; window: Window; sort: SortedBy },
    ) {
      const about = await search.usernamesBeginning(wanted.text)
      if (about < fewHits || about > fewAlike) return undefined
      const list = levelFilter(level, query)
      // The username first: some servers choose the index by the first field that is named.
      const filter = {
        usernameKey: { $gt: wanted.text, $lt: `${wanted.text}\uffff` },
        ...list,
      } as Filter<StoredAccount>
      const [others, between] = await Promise.all([
        search.findOthers(level, query, { wanted, field: sort.field }),
        count(filter),
      ])
      if (!others || others.some(hit => standsAmongUsernames(hit, wanted))) return undefined
      const inOrder = others.sort(inOrderOf(sort))
      const first = inOrder.filter(({ group }) => group === 0)
      const last = inOrder.filter(({ group }) => group !== 0)
      const windows = windowsOf([first.length, between, last.length], window) as [Window, Window, Window]
      const cut = (hits: readonly Hit[], { skip, limit }: Window) =>
        limit === 0 ? [] : ordered.readMany(hits.slice(skip, skip + limit), list)
      const shown = await Promise.all([
        cut(first, windows[0]),
        usernames(filter, windows[1], sort),
        cut(last, windows[2]),
      ])
      return { rows: shown.flat(), total: first.length + between + last.length }
    },
  }

  function usernames(filter: Filter<StoredAccount>, { skip, limit }: Window, sort: SortedBy): Promise<StoredAccount[]> {
    if (limit === 0) return Promise.resolve([])
    const found = rows.find(filter, { maxTimeMS: readWithinMs }).sort(sortOf(sort))
    return found.skip(skip).limit(limit).toArray()
  }
}

/** Found by a unique id, it stands in one order with the usernames; and so would one whose id and username begin so. */
const standsAmongUsernames = ({ group, usernameKey }: Hit, { text }: Wanted) =>
  group === 1 || (usernameKey !== text && usernameKey.startsWith(text))

type FrequentSearchDeps = {
  milestones: MilestoneStore
  ordered: OrderedLists
  search: SearchHits
  count: (filter: Filter<StoredAccount>) => Promise<number>
}

/**
 * A search for what thousands of usernames in a long list begin with: pages in the order of the list itself. Who is called
 * so comes first, then usernames, then unique ids; names of people are not looked at, as nobody gets as far.
 */
export function createFrequentSearch({ milestones, ordered, search, count }: FrequentSearchDeps) {
  const countIn = ({ filter }: List, usernameOrder: Range) =>
    count({ ...filter, usernameOrder } as Filter<StoredAccount>)

  /** How many usernames begin so; of what nearly all begin with, the few others are counted. */
  async function countOf(list: List, ranges: readonly Range[], { isMost, size }: { isMost: boolean; size: number }) {
    const [only] = ranges
    if (!isMost || !only?.$gt || !only.$lt) {
      return Promise.all(ranges.map(range => countIn(list, range)))
    }
    const others = await Promise.all([countIn(list, { $lt: justBelow(only.$gt) }), countIn(list, { $gte: only.$lt })])
    return [others.reduce((left, there) => left - there, size)]
  }

  return {
    /** @returns undefined for a search whose usernames are not so many */
    async page(
      level: Level,
      order: Ordered,
      { wanted, size, window }: { wanted: Wanted; size: number; window: Window },
    ) {
      const { text, called } = wanted
      const ranges = prefixRanges(text)
      const about = ranges ? sizeWithin(await milestones.current(), level, size, ranges) : 0
      if (!ranges || about <= fewRows) return undefined
      const { list, field, direction } = order
      const isMost = ranges.length === 1 && about > size / 2
      const byField = (a: StoredAccount, b: StoredAccount) => direction * compareKeys(a[field], b[field])
      const isHere = acceptsOf(level, {})
      const [named, alike, counts] = await Promise.all([
        search.namedExactly(text),
        search.idsAlike(text, field),
        countOf(list, ranges, { isMost, size }),
      ])
      const first = named.filter(isHere).sort(byField)
      const last = alike
        .filter(row => isHere(row) && !called.includes(row._id) && !row.usernameKey.startsWith(text))
        .sort(byField)
      const isExact = first.some(row => row.usernameKey === text)
      const between = counts.reduce((sum, each) => sum + each, 0) - (isMost && isExact ? 1 : 0)
      const windows = windowsOf([first.length, between, last.length], window) as [Window, Window, Window]

      async function usernames(): Promise<StoredAccount[]> {
        if (windows[1].limit === 0) return []
        if (field === '_id') {
          const accepts = (row: { _id: string; usernameKey: string }) =>
            row.usernameKey.startsWith(text) && !called.includes(row._id)
          return ordered.page(order, windows[1], size, { matching: { name: text, fields: ['usernameKey'], accepts } })
        }
        const inOrder = direction === 1 ? [...(ranges ?? [])] : [...(ranges ?? [])].reverse()
        const parts = windowsOf(direction === 1 ? counts : [...counts].reverse(), windows[1])
        const pages = parts.map((part, at) =>
          part.limit === 0 ? [] : ordered.page(order, part, size, { range: inOrder[at] as Range }),
        )
        return (await Promise.all(pages)).flat()
      }
      const cut = (rows: readonly StoredAccount[], { skip, limit }: Window) => rows.slice(skip, skip + limit)
      const rows = [...cut(first, windows[0]), ...(await usernames())]
      return {
        rows: [...rows, ...(await ordered.readMany(cut(last, windows[2]), list.filter))],
        total: first.length + between + last.length,
      }
    },
  }
}

/** Where the names end that stand before a text: some servers read all that begin with it to stop there. */
const justBelow = (text: string) =>
  `${text.slice(0, -1)}${String.fromCharCode(text.charCodeAt(text.length - 1) - 1)}\uffff`

type Rows = Filter<StoredAccount>

/** The filters of a search, in the order in which its hits are shown (`placeInSearch`). */
export function searchGroups(level: Rows, { text, called, reference }: Wanted): Rows[] {
  const prefix = matchesPrefix(text)
  const rest = [...matchesName(text), ...(reference === undefined ? [] : [{ parentId: reference }])]
  // `$or` stands beside the level, not below `$and`: so it is answered from the indexes of names.
  const others = { ...level, ...(called.length > 0 ? { $and: [{ _id: { $nin: [...called] } }] } : {}) }
  return [
    ...(called.length > 0 ? [{ $and: [level, { _id: { $in: [...called] } }] }] : []),
    { ...others, $or: prefix },
    { ...others, $or: rest, $nor: prefix },
  ]
}
