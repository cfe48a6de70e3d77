import type { Filter } from 'mongodb'
import { compareKeys } from '../../rules/compare-keys'
import { prefixRanges, type Range } from '../../rules/prefix-ranges'
import type { Wanted } from '../../rules/search-match'
import type { StoredAccount } from '../account-store'
import { isOfLevel, type Level } from './level-filter'
import type { MilestoneStore } from './milestones'
import type { List, Ordered, OrderedLists } from './ordered-lists'
import { type Window, windowsOf } from './search-groups'
import { fewRows, type SearchHits, sizeWithin } from './search-hits'

type Deps = {
  milestones: MilestoneStore
  ordered: OrderedLists
  search: SearchHits
  count: (filter: Filter<StoredAccount>) => Promise<number>
}
type Asked = { wanted: Wanted; size: number; window: Window }

/**
 * A search for what thousands of usernames in a long list begin with: pages in the order of the list itself. Who is called
 * so comes first, then usernames, then unique ids; names of people are not looked at, as nobody gets as far.
 */
export function createFrequentSearch({ milestones, ordered, search, count }: Deps) {
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
    async page(level: Level, order: Ordered, { wanted, size, window }: Asked) {
      const { text, called } = wanted
      const ranges = prefixRanges(text)
      const about = ranges ? sizeWithin(await milestones.current(), level, size, ranges) : 0
      if (!ranges || about <= fewRows) return undefined
      const { list, field, direction } = order
      const isMost = ranges.length === 1 && about > size / 2
      const byField = (a: StoredAccount, b: StoredAccount) => direction * compareKeys(a[field], b[field])
      const isHere = (row: StoredAccount) => isOfLevel(row, level, {})
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
          return ordered.page(order, windows[1], size, { matching: { name: text, accepts } })
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
