import type { Filter } from 'mongodb'
import { matchesName, matchesPrefix } from '../../rules/search-keys'
import type { Wanted } from '../../rules/search-match'
import type { StoredAccount } from '../account-store'

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

export type Window = { skip: number; limit: number }

/** What a page shows of groups that stand one after the other: how much of each, given how many rows each has. */
export function windowsOf(counts: readonly number[], { skip, limit }: Window): Window[] {
  let before = 0
  return counts.map(count => {
    const from = Math.min(Math.max(skip - before, 0), count)
    const to = Math.min(Math.max(skip + limit - before, 0), count)
    before += count
    return { skip: from, limit: to - from }
  })
}
