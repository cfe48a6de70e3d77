import { parentRoleOf } from '@cascade/contracts'
import type { AccountListQuery } from '@cascade/contracts/accounts'
import type { Collection, Filter, IndexSpecification } from 'mongodb'
import type { Scope } from '../rules/account'
import { matchesName, matchesPrefix, usernameKeyOf } from '../rules/search-keys'
import type { StoredAccount } from './account-store'
import { indexOf, type Level, levelFilter, scopeFilter } from './level-filter'

type Rows = Collection<StoredAccount>
type Wanted = Filter<StoredAccount>

/** A filter, and the index for it where the planner would take a broader one. */
export type Group = { filter: Wanted; index: { hint?: IndexSpecification } }

/**
 * The filters of a search, in the order in which its hits are shown: the account that is called so, those whose
 * username or unique id begins so, then those whose name does, and all below the account that is called so.
 */
export async function searchGroups(rows: Rows, level: Level, query: AccountListQuery): Promise<Group[]> {
  const wanted = levelFilter(level, query)
  const index = indexOf(level, query)
  const text = usernameKeyOf(query.q ?? '')
  if (text === '') return [{ filter: wanted, index }]
  const named = await namedExactly(rows, text)
  const exact = named.map(({ _id }) => _id)
  const reference = 'scope' in level ? await referenceOf(rows, named, level) : undefined
  const prefix = matchesPrefix(text)
  const rest = [...matchesName(text), ...(reference === undefined ? [] : [{ parentId: reference }])]
  const called = { filter: { $and: [wanted, { _id: { $in: exact } }] }, index: { hint: { _id: 1 } as const } }
  // `$or` stands beside the level, not below `$and`: so it is answered from the indexes of names.
  const others = { ...wanted, ...(exact.length > 0 ? { $and: [{ _id: { $nin: exact } }] } : {}) }
  return [
    ...(exact.length > 0 ? [called] : []),
    { filter: { ...others, $or: prefix }, index },
    { filter: { ...others, $or: rest, $nor: prefix }, index },
  ]
}

/** The two whose username or unique id is exactly this. Each read finds one row of a unique index, whatever the level. */
export async function namedExactly(rows: Rows, text: string): Promise<StoredAccount[]> {
  const found = await Promise.all([rows.findOne({ usernameKey: text }), rows.findOne({ uniqueId: text.toUpperCase() })])
  return found.filter(row => row !== null)
}

/** An account one level up whose whole name was searched for, as far as the searcher may know of it. */
async function referenceOf(rows: Rows, named: readonly StoredAccount[], { role, scope }: Level & { scope: Scope }) {
  const parent = named.find(each => each.role === parentRoleOf(role))
  if (!parent) return undefined
  const seen = await rows.findOne({ $and: [{ _id: parent._id }, scopeFilter(scope)] }, { projection: { _id: 1 } })
  return seen?._id
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
