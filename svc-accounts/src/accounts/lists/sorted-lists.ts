import type { Collection, Filter } from 'mongodb'
import type { StoredAccount } from '../account-store'
import { orderFields } from '../account-writes'
import {
  acceptsOf,
  compareKeys,
  conditionsOf,
  keyOfStored,
  type Level,
  levelFilter,
  type Narrowed,
  type SortedBy,
  sortOf,
} from './levels'
import { apart, type MilestoneStore, type Milestones } from './milestones'
import type { List, OrderedLists, Window } from './ordered-lists'
import { isSortedField, partsOf, type SortedField, stretchOf } from './sorted-parts'

type Deps = {
  rows: Collection<StoredAccount>
  milestones: MilestoneStore
  ordered: OrderedLists
  count: (filter: Filter<StoredAccount>) => Promise<number>
}
/** What is wanted of a list of `size` accounts. */
type Excerpt = { level: Level; list: List; size: number; query: Narrowed; sort: SortedBy; window: Window }

const readWithinMs = 10_000

/**
 * What a filter leaves of a long list, and long lists in any order. An order is walked between milestones in the index of
 * its field alone, as far as a page goes; those of whom many have one value are walked as they were created.
 */
export function createSortedLists({ rows, milestones, ordered, count }: Deps) {
  /** The filter of a list, with what leaves the fewest first, and about how many the database reads for it. */
  async function filterOf({ level, size, query }: Pick<Excerpt, 'level' | 'size' | 'query'>) {
    const all = (await milestones.current()).sortedBy('_id')
    const costs = conditionsOf(query).map(({ field, accepts }) => ({
      field,
      rows: (all.filter(accepts).length + 1) * apart,
    }))
    const [best] = costs.sort((a, b) => a.rows - b.rows)
    const isFirst = best !== undefined && best.rows < size
    const filter = levelFilter(level, query, ({ field }) => isFirst && field === best.field)
    return { filter, reads: isFirst ? best.rows : size }
  }

  /**
   * The first `window` of them in order, each with no more than its parent and what it is ordered by.
   * @returns undefined where it costs less to read all that is wanted
   */
  async function walk(asked: Excerpt): Promise<StoredAccount[] | undefined> {
    const { list, size, query, sort, window } = asked
    const [{ reads }, stones] = await Promise.all([filterOf(asked), milestones.current()])
    if (walkedFor(stones, asked) >= reads) return undefined
    const field = orderFields.find(each => each === sort.field)
    if (field) return ordered.walk({ list, field, direction: sort.direction }, window, size, matchingOf(query))
    return isSortedField(sort.field) ? walkField(stones, asked, sort.field) : undefined
  }

  async function walkField(stones: Milestones, asked: Excerpt, field: SortedField): Promise<StoredAccount[]> {
    const { level, list, size, query, sort, window } = asked
    const { direction } = sort
    const like = stones.sortedBy(field).filter(acceptsOf(level, query))
    const parts = partsOf(field, field === 'uniqueId' ? idBeginnings : like.map(row => row[field]))
    if (direction === -1) parts.reverse()
    let together = Math.ceil(((window.skip + window.limit + apart) * parts.length) / (like.length * apart + 1))
    let left = window.skip
    const found: StoredAccount[] = []
    for (let at = 0; at < parts.length && found.length < window.limit; together *= 2) {
      const { wanted, next } = stretchOf(parts, at, together, direction)
      const part = parts[at]
      at = next
      const limit = window.limit - found.length
      const filter = { $and: [{ [field]: wanted }, levelFilter(level, query, () => false)] } as Filter<StoredAccount>
      if (part && 'only' in part && part.isFrequent) {
        const there = left === 0 ? 1 : await count(filter)
        if (left < there) {
          const only = matchingOf(query, { field, value: wanted })
          found.push(...(await ordered.walk({ list, field: '_id', direction }, { skip: left, limit }, size, only)))
        }
        left = Math.max(0, left - there)
        continue
      }
      const some = rows
        .find(filter, { maxTimeMS: readWithinMs })
        .sort(sortOf(sort))
        .limit(left + limit)
      const read = await some
        .project<StoredAccount>({ parentId: 1 })
        .batchSize(left + limit)
        .toArray()
      found.push(...read.slice(left))
      left = Math.max(0, left - read.length)
    }
    return found
  }

  return { filterOf, walk }
}

/** Those who have one value, of what a filter leaves. */
function matchingOf(query: Narrowed, only?: { field: SortedField; value: unknown }) {
  const conditions = conditionsOf(query)
  const key = keyOfStored(only?.value)
  return {
    matching: {
      name: JSON.stringify([query, only?.field, key]),
      fields: [...conditions.map(({ field }) => field), ...(only ? [only.field] : [])],
      accepts: (row: StoredAccount) =>
        conditions.every(({ accepts }) => accepts(row)) &&
        (!only || compareKeys(keyOfStored(row[only.field]), key) === 0),
    },
  }
}

/** About how many accounts are read until a window is full: those that stand before its end, wanted or not. */
function walkedFor(stones: Milestones, { level, query, sort: { field, direction }, window }: Excerpt): number {
  // Unique ids are drawn at random, and those of the milestones begin alike.
  const all = stones.sortedBy(field === 'uniqueId' ? '_id' : (field as SortedField))
  const isInList = orderFields.some(each => each === field)
  const passed = isInList ? all.filter(acceptsOf(level, {})) : [...all]
  if (direction === -1) passed.reverse()
  let missing = Math.ceil((window.skip + window.limit) / apart) + 1
  const isWanted = acceptsOf(level, query)
  const end = passed.findIndex(row => isWanted(row) && --missing === 0)
  return (end === -1 ? passed.length : end + 1) * apart
}

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'.split('').sort()
/** Of random ids about as many stand between each two of these. */
const idBeginnings = alphabet.flatMap(one => alphabet.map(other => one + other))
