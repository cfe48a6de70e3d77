import { roles, toSearchKey } from '@cascade/contracts'
import type { AccountListQuery } from '@cascade/contracts/accounts'
import type { Db } from 'mongodb'
import { type Account, type Scope, startsWith } from '../account'
import { accountRowsOf, type StoredAccount } from '../account-store'
import {
  type Accounts,
  belowFilter,
  type Level,
  levelFilter,
  type Order,
  orderOf,
  searchGroups,
  searchIn,
  sortOf,
} from './filters'
import { listRowsMax, type Window, windowOf, windowsOf } from './windows'

/** A caller has given up by then. */
const readMsMax = 10_000
const options = { maxTimeMS: readMsMax }

export type Page = { rows: StoredAccount[]; total: number }
/** What a list by past balances needs of each account; `group` is its place in a search. */
type Candidate = Partial<StoredAccount> & { _id: string; group: number }
type Sums = { points: bigint; branchPoints: bigint; below: number }

type Read<T> = (filter: Accounts, window: Window, group: number) => Promise<T[]>

/** Lists of accounts as MongoDB answers them, from the indexes of `indexes.ts`. */
export function createDirectory(db: Db) {
  const rows = accountRowsOf(db)

  const find = (filter: Accounts, order: Order, { skip, limit }: Window) =>
    rows.find(filter, options).sort(sortOf(order)).skip(skip).limit(limit)
  const count = (filter: Accounts) => rows.countDocuments(filter, options)

  /** Those whose username or unique id is exactly this, at most two. */
  const findCalled = (text: string) =>
    rows.find({ $or: [{ usernameKey: text }, { uniqueId: text.toUpperCase() }] }, options).toArray()

  /** One group unless something is searched for. */
  async function groupsOf(level: Level, query: AccountListQuery): Promise<Accounts[]> {
    const filter = levelFilter(level, query)
    const text = toSearchKey(query.q ?? '')
    return text === '' ? [filter] : searchGroups(filter, searchIn(level, text, await findCalled(text)))
  }

  /** What a window shows of groups that stand one after the other, and the size of all together. */
  async function readWindow<T>(groups: readonly Accounts[], window: Window, read: Read<T>) {
    const counts = Promise.all(groups.map(count))
    const windows = groups.length === 1 ? [window] : windowsOf(await counts, window)
    const parts = windows.map((part, at) => (part.limit === 0 ? [] : read(groups[at] ?? {}, part, at)))
    const [found, sizes] = await Promise.all([Promise.all(parts), counts])
    return { rows: found.flat(), total: sizes.reduce((sum, size) => sum + size, 0) }
  }

  return {
    /** A page of a level; in a search the better hits come first. `total` counts before paging. */
    async page(level: Level, query: AccountListQuery): Promise<Page> {
      const order = orderOf(query)
      return readWindow(await groupsOf(level, query), windowOf(query), (filter, part) =>
        find(filter, order, part).toArray(),
      )
    },

    /** The newest accounts of a level with `field` alone, and how many there are. */
    async newest(level: Level, query: AccountListQuery, field: keyof StoredAccount) {
      const window = { skip: 0, limit: listRowsMax }
      return readWindow(await groupsOf(level, query), window, async (filter, part, group): Promise<Candidate[]> => {
        const found = find(filter, { field: '_id', direction: -1 }, part).project<Candidate>({ [field]: 1 })
        return (await found.toArray()).map(row => ({ ...row, group }))
      })
    },

    /** What the accounts of a list hold together, and what their branches do. */
    async sums(level: Level, query: AccountListQuery): Promise<Sums> {
      const columns = {
        points: { $sum: '$points' },
        branchPoints: { $sum: '$branchPoints' },
        below: { $sum: '$below' },
      }
      const groups = await groupsOf(level, query)
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

    /** Live accounts directly below one, by role and name. */
    childrenOf: (parentId: string) =>
      rows.find({ parentId, deleted: false }, options).sort({ role: 1, usernameOrder: 1 }).limit(listRowsMax).toArray(),

    /** The first accounts in scope whose username or unique id starts with `q`; who is called exactly so is the first. */
    async search(scope: Scope, q: string, limit: number): Promise<StoredAccount[]> {
      const text = toSearchKey(q)
      const called = new Set((await findCalled(text)).map(({ _id }) => _id))
      const places = scope.role === 'superadmin' ? [{}] : [belowFilter(scope), { _id: scope.accountId }]
      const beginnings: Accounts[] = [{ usernameKey: startsWith(text) }, { uniqueId: startsWith(text.toUpperCase()) }]
      // All roles by name: so the index of the order can be walked role by role.
      const live: Accounts = { role: { $in: [...roles] }, deleted: false }
      const reads = beginnings.flatMap(beginning =>
        places.map(place => {
          const filter = { ...beginning, ...place, ...live }
          return rows.find(filter, options).sort({ usernameOrder: 1 }).limit(limit).toArray()
        }),
      )
      const found = new Map((await Promise.all(reads)).flat().map(row => [row._id, row]))
      const inOrder = [...found.values()].sort(
        (a, b) => Number(called.has(b._id)) - Number(called.has(a._id)) || (a.usernameOrder < b.usernameOrder ? -1 : 1),
      )
      return inOrder.slice(0, limit)
    },

    /** The next accounts in the order of their ids, deleted ones too. */
    async idsAfter(id: string, limit: number): Promise<string[]> {
      const next = rows
        .find({ _id: { $gt: id } })
        .sort({ _id: 1 })
        .limit(limit)
      return (await next.project<{ _id: string }>({ _id: 1 }).toArray()).map(({ _id }) => _id)
    },

    /** Usernames by id, of deleted accounts too. */
    async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const named = await rows
        .find({ _id: { $in: [...new Set(ids)] } })
        .project<Pick<Account, '_id' | 'username'>>({ username: 1 })
        .toArray()
      return new Map(named.map(({ _id, username }) => [_id, username]))
    },
  }
}
