import { parentRoleOf } from '@cascade/contracts'
import { isInScope } from '@cascade/service-kit'
import type { Collection, Filter } from 'mongodb'
import { type SearchKeys, startsWith } from '../account'
import type { StoredAccount } from '../account-store'
import { prefixRanges, type Range } from './counts'
import { acceptsOf, type Level, levelFilter, type Narrowed } from './levels'
import { apart, type MilestoneStore, type Milestones, within } from './milestones'

/** Up to so many accounts are read to see which of them are meant: a whole list, or all who are called alike. */
export const fewRows = 1_000
/** Up to so many who are called alike are found by the index of their names, wherever they stand. */
export const fewAlike = 2_000
/** Unique ids are told apart by so many characters. */
const idCharacters = 32
const fewIds = 500
const readWithinMs = 10_000

/** What a search decides by, and one field more by which its hits are sorted. */
export type Hit = StoredAccount & { group: number }

export type SearchHits = ReturnType<typeof createSearchHits>
type Deps = {
  rows: Collection<StoredAccount>
  milestones: MilestoneStore
  count: (filter: Filter<StoredAccount>) => Promise<number>
}

/** The hits of a search, from as few accounts as the text allows. */
export function createSearchHits({ rows, milestones, count }: Deps) {
  const fields = ['role', 'deleted', 'ancestry', 'parentId', 'active', 'createdAt', 'username'] as const
  const keys = ['usernameKey', 'usernameOrder', 'uniqueId', 'nameKey', 'lastNameKey'] as const

  async function read(filter: Filter<StoredAccount>, field: keyof StoredAccount): Promise<StoredAccount[]> {
    const projection = Object.fromEntries([...fields, ...keys, field].map(name => [name, 1]))
    const found = await rows.find(filter, { projection, batchSize: 5 * fewRows, maxTimeMS: readWithinMs }).toArray()
    if (found.length > 2 * fewAlike) milestones.renewBeside()
    return found
  }

  /** The two whose username or unique id is exactly this. Each read finds one row of a unique index. */
  async function namedExactly(text: string): Promise<StoredAccount[]> {
    const ids = [{ usernameKey: text }, { uniqueId: text.toUpperCase() }]
    return (await Promise.all(ids.map(id => rows.findOne(id)))).filter(row => row !== null)
  }

  /** Whose unique id begins so; a beginning that is too many accounts' says nothing, and finds nobody. */
  async function idsAlike(text: string, field: keyof StoredAccount): Promise<StoredAccount[]> {
    const { size } = await milestones.current()
    if (size / idCharacters ** text.length > fewIds) return []
    return read({ uniqueId: startsWith(text.toUpperCase()) }, field)
  }

  /** About how many usernames begin so, wherever they stand. */
  async function usernamesBeginning(text: string): Promise<number> {
    const { keysOf } = await milestones.current()
    return within(keysOf('usernameKey'), startsWith(text)).length * apart
  }

  /** The hits among what some reads have found. */
  async function hitsIn(reads: readonly Promise<StoredAccount[]>[], level: Level, query: Narrowed, wanted: Wanted) {
    const found = await Promise.all(reads)
    const unique = new Map(found.flat().map(row => [row._id, row]))
    const isWanted = acceptsOf(level, query)
    return [...unique.values()].flatMap((row): Hit[] => {
      const group = isWanted(row) ? placeInSearch(row, wanted) : undefined
      return group === undefined ? [] : [{ ...row, group }]
    })
  }

  return {
    namedExactly,
    usernamesBeginning,
    idsAlike,

    /** What a text means to whoever looks at a level: an account out of their scope is not known to be called so. */
    async wantedOf(level: Level, text: string): Promise<Wanted> {
      const named = await namedExactly(text)
      const above = parentRoleOf(level.role)
      const reference = named.find(
        row => 'scope' in level && row.role === above && !row.deleted && isInScope(level.scope, row),
      )
      return { text, called: named.map(({ _id }) => _id), reference: reference?._id }
    },

    /**
     * All hits in a level, in no order. Undefined where too many accounts are called so.
     * @param size of the level before the search
     * @param field what else is to be read of each
     */
    async find(
      level: Level,
      query: Narrowed,
      { wanted, size, field }: { wanted: Wanted; size: number; field: keyof StoredAccount },
    ): Promise<Hit[] | undefined> {
      const isShort = size <= fewRows
      const filters = isShort ? [levelFilter(level, {})] : await narrowFilters(level, size, wanted)
      if (!filters) return undefined
      const reads = filters.map(filter => read(filter, field))
      return hitsIn(isShort ? reads : [...reads, idsAlike(wanted.text, field)], level, query, wanted)
    },

    /** The same of a long list without those whose username only begins so. */
    async findOthers(level: Level, query: Narrowed, { wanted, field }: { wanted: Wanted; field: keyof StoredAccount }) {
      const filters = await otherFilters(level, wanted)
      if (!filters) return undefined
      const reads = [...filters.map(filter => read(filter, field)), idsAlike(wanted.text, field)]
      const hits = await hitsIn(reads, level, query, wanted)
      return hits.filter(({ group, usernameKey }) => group === 0 || !usernameKey.startsWith(wanted.text))
    },
  }

  /** Filters that together find all hits in a long list, each of them few rows; undefined where one finds many. */
  async function narrowFilters(
    level: Level,
    size: number,
    wanted: Wanted,
  ): Promise<Filter<StoredAccount>[] | undefined> {
    const { text } = wanted
    const isFew = (await usernamesBeginning(text)) <= fewAlike
    const ranges = isFew ? undefined : prefixRanges(text)
    if (!isFew && (!ranges || sizeWithin(await milestones.current(), level, size, ranges) > fewRows)) return undefined
    const others = await otherFilters(level, wanted)
    const list = levelFilter(level, {})
    const usernames = ranges?.map(range => ({ ...list, usernameOrder: range }) as Filter<StoredAccount>)
    return others && [...(usernames ?? [{ usernameKey: startsWith(text) }]), ...others]
  }

  /** Those that find what is a hit for another reason than its username; of names those whose username is none. */
  async function otherFilters(
    level: Level,
    { text, called, reference }: Wanted,
  ): Promise<Filter<StoredAccount>[] | undefined> {
    const { keysOf } = await milestones.current()
    const named = startsWith(text)
    const isFew = (key: 'nameKey' | 'lastNameKey') => within(keysOf(key), named).length * apart <= fewAlike
    if (!isFew('nameKey') || !isFew('lastNameKey')) return undefined
    const ofReference = { parentId: reference ?? '', role: level.role, deleted: false }
    if (reference !== undefined && (await count(ofReference)) > fewRows) return undefined
    return [
      ...(called.length === 0 ? [] : [{ _id: { $in: [...called] } }]),
      ...[{ nameKey: named }, { lastNameKey: named }].map(name => ({ ...name, usernameKey: { $not: named } })),
      ...(reference === undefined ? [] : [ofReference]),
    ]
  }
}

/** About how many accounts of a level of this size stand in some ranges of the order of usernames. */
export function sizeWithin(
  { keysOf }: Milestones,
  { role }: Pick<Level, 'role'>,
  size: number,
  ranges: readonly Range[],
): number {
  const all = keysOf('usernameOrder', role)
  const there = ranges.reduce((sum, range) => sum + within(all, range).length, 0)
  return (there * size) / (all.length + 1)
}

type Searched = Omit<SearchKeys, 'usernameOrder' | 'cityKey'> & {
  _id: string
  uniqueId: string
  parentId: string | null
}

/** What is looked for: `text` as a search key, who is called exactly so, and whose accounts below are meant as well. */
export type Wanted = { text: string; called: readonly string[]; reference: string | undefined }

/**
 * Where an account stands among the hits of a search: first who is called so, then whose username or unique id begins so,
 * then whose name does, and all directly below the account that is called so. Undefined for one that is no hit.
 */
function placeInSearch(row: Searched, { text, called, reference }: Wanted): number | undefined {
  if (called.includes(row._id)) return 0
  if (row.usernameKey.startsWith(text) || row.uniqueId.toLowerCase().startsWith(text)) return 1
  const isNamed = row.nameKey.startsWith(text) || row.lastNameKey.startsWith(text)
  return isNamed || (reference !== undefined && row.parentId === reference) ? 2 : undefined
}
