import { parentRoleOf, type Role, roles, toSearchKey } from '@cascade/contracts'
import { isInScope } from '@cascade/service-kit'
import type { Collection, Filter } from 'mongodb'
import { type Scope, startsWith, usernameOrderOf } from '../account'
import type { StoredAccount } from '../account-store'
import { prefixRanges, type Range } from './counts'
import { compareKeys } from './levels'
import type { List, OrderedLists } from './ordered-lists'
import { fewAlike, type SearchHits } from './search-hits'

type Deps = { rows: Collection<StoredAccount>; ordered: OrderedLists; search: SearchHits }

/** By username and by unique id. */
const mostCalled = 2
const readWithinMs = 10_000

/**
 * The first accounts in scope, of whatever role, whose username or unique id starts with a text; who is called exactly so
 * comes first. What few usernames begin with is sorted by the database, else the first ones of each role are read.
 */
export function createPalette({ rows, ordered, search }: Deps) {
  return async (scope: Scope, q: string, limit: number): Promise<StoredAccount[]> => {
    const text = toSearchKey(q)
    const isHere = (row: StoredAccount) => !row.deleted && isInScope(scope, row)
    const [named, few, ids] = await Promise.all([
      search.namedExactly(text),
      firstAlike(scope, text, limit + mostCalled),
      search.idsAlike(text, 'usernameOrder'),
    ])
    const usernames = few ?? (await Promise.all(listsOf(scope).map(list => firstOf(list, text, limit)))).flat()
    const called = named.filter(isHere)
    const others = new Map([...usernames, ...ids].filter(isHere).map(row => [row._id, row]))
    for (const { _id } of called) others.delete(_id)
    const inOrder = [...others.values()].sort((a, b) => compareKeys(a.usernameOrder, b.usernameOrder))
    return (await ordered.readMany([...called, ...inOrder].slice(0, limit), { deleted: false })).filter(isHere)
  }

  /** Of all roles; undefined where many usernames begin so. */
  async function firstAlike(scope: Scope, text: string, limit: number): Promise<StoredAccount[] | undefined> {
    if ((await search.usernamesBeginning(text)) > fewAlike) return undefined
    const { role, accountId } = scope
    const below = role === 'superadmin' ? {} : { [`ancestry.${role}`]: accountId }
    const options = { maxTimeMS: readWithinMs }
    // The username first: some servers choose the index by the first field that is named.
    const filter = { usernameKey: startsWith(text), deleted: false, ...below } as Filter<StoredAccount>
    const [own, others] = await Promise.all([
      rows.findOne({ _id: accountId, usernameKey: startsWith(text) }, options),
      rows.find(filter, options).sort({ usernameOrder: 1 }).limit(limit).toArray(),
    ])
    return own ? [own, ...others] : others
  }

  /** Of one role; of a number at the end the shorter ones stand first. */
  async function firstOf(list: List, text: string, limit: number): Promise<StoredAccount[]> {
    const first = (range: Range, wanted: number) =>
      ordered.page({ list, field: 'usernameOrder', direction: 1 }, { skip: 0, limit: wanted }, undefined, { range })
    const found: StoredAccount[] = []
    const stem = usernameOrderOf(text.replace(/\d+$/, ''))
    // Most roles have no such name at all, whatever the number.
    if ((await first({ $gte: stem, $lt: `${stem}\uffff` }, 1)).length === 0) return found
    for (const range of prefixRanges(text) ?? []) {
      if (found.length < limit) found.push(...(await first(range, limit - found.length)))
    }
    return found
  }
}

/** Everybody in scope, a list for each role; on the actor's own level that is the own record only. */
function listsOf({ role, accountId }: Scope): List[] {
  if (role === 'superadmin') return roles.map(each => ({ role: each, filter: { role: each, deleted: false } }))
  const below = roles.filter(each => isAbove(role, each))
  return [
    { role, filter: { _id: accountId, role, deleted: false } },
    ...below.map(each => ({ role: each, filter: { [`ancestry.${role}`]: accountId, role: each, deleted: false } })),
  ]
}

function isAbove(role: Role, other: Role): boolean {
  const parent = parentRoleOf(other)
  return parent !== undefined && (parent === role || isAbove(role, parent))
}
