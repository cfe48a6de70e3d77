import type { Role } from '@cascade/contracts'
import type { Collection, Filter } from 'mongodb'
import { createBoundedMap } from '../../caching/bounded-map'
import type { StoredAccount } from '../account-store'
import type { OrderField } from '../account-writes'
import { beyond, type Cuts, cutsOf, type Direction, type Range } from './counts'
import { inOrderOf } from './levels'
import { apart, type MilestoneStore, within } from './milestones'

/** Accounts of one role or of all. `filter` holds the fields with which the indexes of both orders begin, and no other. */
export type List = { role?: Role; filter: Filter<StoredAccount> }
export type Ordered = { list: List; field: OrderField; direction: Direction }
/** Those that are shown, by some of their fields. */
type Matching = { name: string; fields: readonly (keyof StoredAccount)[]; accepts: (row: StoredAccount) => boolean }
/** What is shown of it: a part of the order, and of that all or some. */
type Shown = { range?: Range; matching?: Matching }
type Place = { at: number; left: number; hop?: number }

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
    window: Window,
    size: number | undefined,
    shown: Shown = {},
  ): Promise<StoredAccount[]> {
    const found = await walk(ordered, window, size, shown)
    return shown.matching ? readMany(found, ordered.list.filter) : found
  }

  /** The same; where only some are shown, with no more of each than what they are chosen and ordered by. */
  async function walk(
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
    const found: StoredAccount[] = []
    while (at < cuts.count && found.length < limit) {
      const stretch = cuts.between(at, at + stretches)
      if (matching) {
        const some = await readColumns({ ...list.filter, ...asFilter(field, stretch) }, [field, ...matching.fields])
        const accepted = some.filter(matching.accepts).sort(inOrderOf({ field, direction }))
        for (const row of accepted.slice(left, left + limit - found.length)) found.push(row)
        left = Math.max(0, left - accepted.length)
      } else {
        const wanted = limit - found.length
        const some = read(ordered, stretch).skip(left).limit(wanted).batchSize(wanted)
        found.push(...(await some.toArray()))
        left = 0
      }
      at += stretches
      stretches = matching ? Math.min(2 * stretches, Math.ceil(mostTogether / perStretch)) : 2 * stretches
    }
    const last = found.length === limit ? found.at(-1) : undefined
    if (last) ends.set(pageName(skip + limit), { key: last[field], at: now() })
    return found
  }

  /**
   * A few fields of all accounts of a filter, in no order. As one array for each field, thousands cost the embedded server
   * less than half of what they cost as documents.
   */
  async function readColumns(filter: Filter<StoredAccount>, fields: readonly string[]): Promise<StoredAccount[]> {
    const names = [...new Set(['_id', 'parentId', ...fields])]
    const columns = Object.fromEntries(names.map(name => [`${name}s`, { $push: { $ifNull: [`$${name}`, null] } }]))
    const stages = [{ $match: filter }, { $group: { ...columns, _id: null } }]
    const [all] = await rows.aggregate<Record<string, unknown[]>>(stages, { maxTimeMS: readWithinMs }).toArray()
    if (!all) return []
    return (all._ids ?? []).map(
      (_, at) => Object.fromEntries(names.map(name => [name, all[`${name}s`]?.[at]])) as StoredAccount,
    )
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

  return { page, walk, readMany }
}

const asFilter = (field: OrderField, range: Range): Filter<StoredAccount> =>
  Object.keys(range).length === 0 ? {} : ({ [field]: range } as Filter<StoredAccount>)

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
