import type { AccountListQuery } from '@cascade/contracts/accounts'
import type { Collection, Filter } from 'mongodb'
import type { Wanted } from '../../rules/search-match'
import type { StoredAccount } from '../account-store'
import { type Level, levelFilter } from './level-filter'
import { inOrderOf, type SortedBy, sortOf } from './list-order'
import type { OrderedLists } from './ordered-lists'
import { type Window, windowsOf } from './search-groups'
import { fewAlike, type Hit, type SearchHits } from './search-hits'

/** Fewer than so many are read and sorted here: the database would read them twice, to count and to sort. */
const fewHits = 128
const readWithinMs = 10_000

type Deps = {
  rows: Collection<StoredAccount>
  ordered: OrderedLists
  search: SearchHits
  count: (filter: Filter<StoredAccount>) => Promise<number>
}
type Asked = { wanted: Wanted; window: Window; sort: SortedBy }

/**
 * A search in a long list for what some hundred usernames begin with: the database counts and sorts them, as to read them
 * all costs many times what a page of them does. Those who are hits for another reason are few, and stand before or after.
 */
export function createAlikeSearch({ rows, ordered, search, count }: Deps) {
  return {
    /** @returns undefined for another search */
    async page(level: Level, query: AccountListQuery, { wanted, window, sort }: Asked) {
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
