import { roles, toSearchKey } from '@cascade/contracts'
import type { AccountListQuery } from '@cascade/contracts/accounts'
import type { Db } from 'mongodb'
import { type Account, type Scope, startsWith } from '../account'
import { accountRowsOf, type StoredAccount } from '../account-store'
import {
  type AccountFilter,
  belowFilter,
  type Level,
  levelFilter,
  type Order,
  orderOf,
  searchGroups,
  sortOf,
  toSearch,
} from './filters'
import { listRowsMax, splitWindow, toWindow, type Window } from './windows'

/** Longer than any caller waits. */
const readMsMax = 10_000
const options = { maxTimeMS: readMsMax }

export type Page = { rows: StoredAccount[]; total: number }
/** A row of a list by past balances; `group`: rank of the search match it belongs to (0 = best). */
type Candidate = Partial<StoredAccount> & { _id: string; group: number }
type Sums = { points: bigint; branchPoints: bigint; below: number }

type Read<T> = (filter: AccountFilter, window: Window, group: number) => Promise<T[]>

/** Lists, sums and searches of accounts, on the indexes of `indexes.ts`. */
export function createDirectory(db: Db) {
  const rows = accountRowsOf(db)

  const find = (filter: AccountFilter, order: Order, { skip, limit }: Window) =>
    rows.find(filter, options).sort(sortOf(order)).skip(skip).limit(limit)
  const count = (filter: AccountFilter) => rows.countDocuments(filter, options)

  /** Accounts with this exact username or unique id; at most one of each. */
  const findExact = (text: string) =>
    rows.find({ $or: [{ usernameKey: text }, { uniqueId: text.toUpperCase() }] }, options).toArray()

  /** Filters of the search matches, best first; without a search, one filter. */
  async function buildGroups(level: Level, query: AccountListQuery): Promise<AccountFilter[]> {
    const filter = levelFilter(level, query)
    const text = toSearchKey(query.q ?? '')
    return text === '' ? [filter] : searchGroups(filter, toSearch(level, text, await findExact(text)))
  }

  /** Reads one page of the concatenated groups, and their total size. */
  async function readGroups<T>(groups: readonly AccountFilter[], window: Window, read: Read<T>) {
    const counts = Promise.all(groups.map(count))
    const windows = groups.length === 1 ? [window] : splitWindow(await counts, window)
    const reads = windows.map((part, group) => (part.limit === 0 ? [] : read(groups[group] ?? {}, part, group)))
    const [pages, sizes] = await Promise.all([Promise.all(reads), counts])
    return { rows: pages.flat(), total: sizes.reduce((sum, size) => sum + size, 0) }
  }

  return {
    /** One page of a level, better search matches first. `total`: rows before paging. */
    async page(level: Level, query: AccountListQuery): Promise<Page> {
      const order = orderOf(query)
      return readGroups(await buildGroups(level, query), toWindow(query), (filter, part) =>
        find(filter, order, part).toArray(),
      )
    },

    /** Ids and `field` of the newest accounts of a level, and the total. */
    async newest(level: Level, query: AccountListQuery, field: keyof StoredAccount) {
      const window = { skip: 0, limit: listRowsMax }
      return readGroups(await buildGroups(level, query), window, async (filter, part, group): Promise<Candidate[]> => {
        const found = find(filter, { field: '_id', direction: -1 }, part).project<Candidate>({ [field]: 1 })
        return (await found.toArray()).map(row => ({ ...row, group }))
      })
    },

    /** Sums over a list: own points, points of the subtrees, accounts below. */
    async sums(level: Level, query: AccountListQuery): Promise<Sums> {
      const columns = {
        points: { $sum: '$points' },
        branchPoints: { $sum: '$branchPoints' },
        below: { $sum: '$below' },
      }
      const groups = await buildGroups(level, query)
      const sums = groups.map(filter =>
        rows.aggregate<Sums>([{ $match: filter }, { $group: { _id: null, ...columns } }], options).toArray(),
      )
      const all = (await Promise.all(sums)).flat()
      const sumOf = (field: 'points' | 'branchPoints') => all.reduce((sum, each) => sum + BigInt(each[field]), 0n)
      return {
        points: sumOf('points'),
        branchPoints: sumOf('branchPoints'),
        below: all.reduce((sum, each) => sum + Number(each.below), 0),
      }
    },

    count: (level: Level) => count(levelFilter(level)),

    /** Live or deleted children of an account, by role and username. */
    childrenOf: (parentId: string, { deleted = false } = {}) =>
      rows.find({ parentId, deleted }, options).sort({ role: 1, usernameOrder: 1 }).limit(listRowsMax).toArray(),

    /** Some live accounts below that have reached a limit on a day. */
    findAtLimit: (scope: Scope, day: string, limit: number) =>
      rows
        .find({ limitDay: day, ...belowFilter(scope), deleted: false }, options)
        .limit(limit)
        .project<Pick<StoredAccount, '_id' | 'role' | 'limitHits'>>({ role: 1, limitHits: 1 })
        .toArray(),

    /** Accounts in scope whose username or unique id starts with `q`; an exact match comes first. */
    async search(scope: Scope, q: string, limit: number): Promise<StoredAccount[]> {
      const text = toSearchKey(q)
      const exactIds = new Set((await findExact(text)).map(({ _id }) => _id))
      const scopes = scope.role === 'superadmin' ? [{}] : [belowFilter(scope), { _id: scope.accountId }]
      const prefixes: AccountFilter[] = [
        { usernameKey: startsWith(text) },
        { uniqueId: startsWith(text.toUpperCase()) },
      ]
      // Names every role, so that the database can use the index of the order, which starts with the role.
      const live: AccountFilter = { role: { $in: [...roles] }, deleted: false }
      const reads = prefixes.flatMap(prefix =>
        scopes.map(inScope => {
          const filter = { ...prefix, ...inScope, ...live }
          return rows.find(filter, options).sort({ usernameOrder: 1 }).limit(limit).toArray()
        }),
      )
      const found = new Map((await Promise.all(reads)).flat().map(row => [row._id, row]))
      const isExact = ({ _id }: StoredAccount) => Number(exactIds.has(_id))
      return [...found.values()]
        .sort((a, b) => isExact(b) - isExact(a) || (a.usernameOrder < b.usernameOrder ? -1 : 1))
        .slice(0, limit)
    },

    /** The next ids in order, including deleted accounts. */
    async idsAfter(id: string, limit: number): Promise<string[]> {
      const next = rows
        .find({ _id: { $gt: id } })
        .sort({ _id: 1 })
        .limit(limit)
      return (await next.project<{ _id: string }>({ _id: 1 }).toArray()).map(({ _id }) => _id)
    },

    /** Usernames by id, including deleted accounts. */
    async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const named = await rows
        .find({ _id: { $in: [...new Set(ids)] } })
        .project<Pick<Account, '_id' | 'username'>>({ username: 1 })
        .toArray()
      return new Map(named.map(({ _id, username }) => [_id, username]))
    },
  }
}
