import type { AccountRole, Role } from '@cascade/contracts'
import type { AccountListQuery } from '@cascade/contracts/accounts'
import { isInScope } from '@cascade/service-kit'
import type { Collection, Filter, Sort } from 'mongodb'
import { createBoundedMap } from '../../bounded-map'
import type { Account, Scope } from '../account'
import type { StoredAccount } from '../account-store'
import type { OrderField } from '../account-writes'
import { beyond, type Cuts, cutsOf, type Direction, type Range } from './counts'
import { apart, type MilestoneStore, within } from './milestones'

/** Accounts of one role. `filter` holds the fields with which the indexes of both orders begin, and no other. */
export type List = { role: Role; filter: Filter<StoredAccount> }
export type Ordered = { list: List; field: OrderField; direction: Direction }
/** What is shown of it: a part of the order, and of that all or some. */
type Shown = { range?: Range; matching?: { name: string; accepts: (row: Named) => boolean } }
type Place = { at: number; left: number; hop?: number }
type Named = Pick<StoredAccount, '_id' | 'usernameKey' | 'usernameOrder'>

/** So many rows are read together at most, where many of them may not be wanted. */
const mostTogether = 4_096
/** To find a place far behind, accounts are counted in parts of about these sizes. */
const countedTogether = [4_096, 512]
const readWithinMs = 10_000
/** Where a page ended is remembered for so long: the next one goes on there, whatever has been added before it. */
const endsForMs = 60_000
const endsCapacity = 2_000

export type OrderedLists = ReturnType<typeof createOrderedLists>
type Deps = {
  rows: Collection<StoredAccount>
  milestones: MilestoneStore
  count: (filter: Filter<StoredAccount>) => Promise<number>
  now?: () => number
}

/**
 * Pages of long lists in the order of their ids or usernames. Some servers read all that a filter matches before they
 * sort and cut, so a page is read in stretches between milestones: as many as should fill it, then twice as many until it
 * is full. Where the milestones stand changes what a page costs, and nothing that it shows.
 */
export function createOrderedLists({ rows, milestones, count, now = () => performance.now() }: Deps) {
  const ends = createBoundedMap<{ key: string; at: number }>(endsCapacity)

  const read = ({ list, field, direction }: Ordered, range: Range) =>
    rows.find({ ...list.filter, ...asFilter(field, range) }, { maxTimeMS: readWithinMs }).sort({ [field]: direction })

  /** @param size how many accounts the list holds, about; of all of its role where it is not known */
  async function page(
    ordered: Ordered,
    { skip, limit }: Window,
    size: number | undefined,
    { range = {}, matching }: Shown = {},
  ): Promise<StoredAccount[]> {
    const { list, field, direction } = ordered
    const { keysOf } = await milestones.current()
    const allKeys = keysOf(field, list.role)
    const perStretch = size === undefined ? apart : Math.max(size / (allKeys.length + 1), 1)
    const pageName = (at: number) => JSON.stringify([list.filter, field, direction, range, matching?.name, at])
    const end = ends.get(pageName(skip))
    const isKnown = end !== undefined && now() - end.at < endsForMs
    const rest = isKnown ? beyond(range, end.key, direction) : range
    const cuts = cutsOf(within(allKeys, rest), rest, direction)
    const behind = isKnown ? 0 : skip
    const start: Place =
      behind === 0 || matching ? { at: 0, left: behind } : await placeOf(ordered, cuts, behind, perStretch)
    let { at, left } = start
    let stretches = Math.max(Math.ceil((left + limit + apart) / perStretch), start.hop ?? 0)
    const found: Named[] = []
    while (at < cuts.count && found.length < limit) {
      const stretch = read(ordered, cuts.between(at, at + stretches))
      if (matching) {
        const names = stretch.project<Named>({ usernameKey: 1, usernameOrder: 1 }).batchSize(mostTogether)
        const accepted = (await names.toArray()).filter(matching.accepts)
        found.push(...accepted.slice(left, left + limit - found.length))
        left = Math.max(0, left - accepted.length)
      } else {
        found.push(
          ...(await stretch
            .skip(left)
            .limit(limit - found.length)
            .toArray()),
        )
        left = 0
      }
      at += stretches
      stretches = matching ? Math.min(2 * stretches, Math.ceil(mostTogether / perStretch)) : 2 * stretches
    }
    const last = found.length === limit ? found.at(-1) : undefined
    if (last) ends.set(pageName(skip + limit), { key: last[field], at: now() })
    return matching ? readMany(found, list.filter) : (found as StoredAccount[])
  }

  /** The accounts whole, in the order given, as far as they still are what a filter asks for. */
  async function readMany(chosen: readonly { _id: string }[], filter: Filter<StoredAccount>): Promise<StoredAccount[]> {
    const ids = chosen.map(({ _id }) => _id)
    const found = await rows.find({ $and: [{ _id: { $in: ids } }, filter] }, { maxTimeMS: readWithinMs }).toArray()
    const byId = new Map(found.map(row => [row._id, row]))
    return chosen.flatMap(({ _id }) => byId.get(_id) ?? [])
  }

  /** In which `hop` stretches the row stands before which there are `skip` others, and how many of those are in them. */
  async function placeOf({ list, field }: Ordered, cuts: Cuts, skip: number, perStretch: number): Promise<Place> {
    let [at, left, hop] = [0, skip, 1]
    for (const together of countedTogether) {
      hop = Math.ceil(together / perStretch)
      while (at < cuts.count) {
        const there = await count({ ...list.filter, ...asFilter(field, cuts.between(at, at + hop)) })
        if (left < there) break
        left -= there
        at += hop
      }
    }
    return { at, left, hop }
  }

  return { page, readMany }
}

const asFilter = (field: OrderField, range: Range): Filter<StoredAccount> =>
  Object.keys(range).length === 0 ? {} : ({ [field]: range } as Filter<StoredAccount>)

/** How a list by a stored field stands; equal ones by their ids, which no two share. */
export type SortedBy = { field: keyof StoredAccount; direction: 1 | -1 }

export const sortOf = ({ field, direction }: SortedBy): Sort =>
  field === '_id' ? { _id: direction } : { [field]: direction, _id: direction }

/** The same for rows at hand. */
export const inOrderOf =
  ({ field, direction }: SortedBy) =>
  (a: StoredAccount, b: StoredAccount): number =>
    direction * (compareKeys(keyOfStored(a[field]), keyOfStored(b[field])) || compareKeys(a._id, b._id))

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

/** The accounts of one level: those in an actor's scope, or those below one parent. */
export type Level = { role: AccountRole; scope: Scope } | { role: AccountRole; parentId: string }
/** What of a level is wanted, without the search. */
export type Narrowed = Pick<AccountListQuery, 'status' | 'parent' | 'createdFrom' | 'createdTo'>
type Placed = Pick<Account, '_id' | 'role' | 'deleted' | 'parentId' | 'ancestry' | 'active' | 'createdAt'>

/** Live accounts of a level that are wanted; on the actor's own level that is the own record only. */
export const levelFilter = (level: Level, query: Narrowed): Filter<StoredAccount> => ({
  ...narrowed(query),
  ...placeOf(level),
  role: level.role,
  deleted: false,
})

export const isNarrowed = (query: Narrowed) => Object.keys(narrowed(query)).length > 0

/** The same as `levelFilter`, for a row at hand. */
export function isOfLevel(row: Placed, level: Level, { status, parent, createdFrom, createdTo }: Narrowed): boolean {
  if (row.deleted || row.role !== level.role) return false
  if (status !== undefined && row.active !== (status === 'active')) return false
  if (parent !== undefined && row.parentId !== parent) return false
  if (createdFrom !== undefined && row.createdAt < new Date(createdFrom)) return false
  if (createdTo !== undefined && row.createdAt > new Date(createdTo)) return false
  if ('parentId' in level) return row.parentId === level.parentId
  return isInScope(level.scope, row)
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

export type Key = bigint | string | number

/** A stored field as something to sort by. Nothing stands before everything else, as the database has it. */
export function keyOfStored(value: unknown): Key {
  if (value instanceof Date) return value.getTime()
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'bigint' || typeof value === 'number' || typeof value === 'string' ? value : ''
}

export function compareKeys(a: Key, b: Key): number {
  if (typeof a !== typeof b) return a === '' ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}
