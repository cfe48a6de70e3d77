import type { AccountRole, ListQuery } from '@cascade/contracts'
import type { Account as AccountView } from '@cascade/contracts/accounts'
import { invalid } from '@cascade/service-kit'
import type { Filter, Sort } from 'mongodb'
import type { AccountsDeps } from '../deps'
import { accountTexts } from '../texts'
import type { Account, Scope } from './account'
import { childrenIndex } from './account-plans'
import { type AccountRow, levelFilter } from './account-store'
import { viewsOf } from './account-view'
import { matchingPrefix } from './search-keys'

export type AccountList = { data: AccountView[]; total: number }

/** What a list may be sorted by, and the stored field that does it. Ids are in the order of creation. */
const storedSort = new Map<string, keyof AccountRow>(
  Object.entries({
    username: 'usernameOrder',
    uniqueId: 'uniqueId',
    firstName: 'nameKey',
    lastName: 'lastNameKey',
    email: 'email',
    phone: 'phone',
    city: 'city',
    commission: 'commissionBp',
    userStatus: 'active',
    isLoggedIn: 'isLoggedIn',
    lastLogin: 'lastLogin',
    createdAt: '_id',
  } as const),
)

/** Accounts of one level in the actor's scope, newest first; of one parent, which the caller found in scope, where it is given. */
export async function listAccounts(
  deps: AccountsDeps,
  actor: Scope,
  role: AccountRole,
  query: ListQuery,
  parent?: Pick<Account, '_id'>,
): Promise<AccountList> {
  const level = parent ? { parentId: parent._id, role, deleted: false } : levelFilter(actor, role)
  const filter = { ...level, ...searchOf(query.q) }
  const index = parent ? { hint: childrenIndex } : {}
  if (query.sort === 'walletBalance' || query.sort === 'refId') return listByView(deps, actor, filter, query, index)

  const field = query.sort === undefined ? '_id' : storedSort.get(query.sort)
  if (!field) throw invalid(accountTexts.noSort, 'sort')
  const ascending = query.order === undefined ? query.sort !== undefined : query.order === 'asc'
  const direction = ascending ? 1 : -1
  const sort: Sort = field === '_id' ? { _id: direction } : { [field]: direction, _id: direction }
  const size = sizeOf(query)
  if (size === undefined) {
    const all = await deps.accounts.rows.find(filter, index).sort(sort).toArray()
    return { data: await viewsOf(deps, actor, all), total: all.length }
  }
  const [total, page] = await Promise.all([
    deps.accounts.rows.countDocuments(filter, index),
    deps.accounts.rows.find(filter, index).sort(sort).skip(skipOf(query, size)).limit(size).toArray(),
  ])
  return { data: await viewsOf(deps, actor, page), total }
}

/** Sorted by what stands in another collection: the order is made of ids only, the page is read afterwards. */
async function listByView(
  deps: AccountsDeps,
  actor: Scope,
  filter: Filter<AccountRow>,
  query: ListQuery,
  index: { hint?: typeof childrenIndex },
): Promise<AccountList> {
  const all = await deps.accounts.rows
    .find(filter, index)
    .project<Pick<AccountRow, '_id' | 'parentId'>>({ parentId: 1 })
    .toArray()
  const keyOf = query.sort === 'refId' ? await parentKeys(deps, all) : await balanceKeys(deps, all)
  const sign = query.order === 'desc' ? -1 : 1
  all.sort((a, b) => sign * (compare(keyOf(a), keyOf(b)) || compare(a._id, b._id)))
  const size = sizeOf(query) ?? all.length
  const ids = all.slice(skipOf(query, size), skipOf(query, size) + size).map(row => row._id)
  const rows = new Map((await deps.accounts.findMany(ids)).map(row => [row._id, row]))
  const page = ids.flatMap(id => rows.get(id) ?? [])
  return { data: await viewsOf(deps, actor, page), total: all.length }
}

type Ordered = Pick<AccountRow, '_id' | 'parentId'>

async function balanceKeys(deps: AccountsDeps, rows: readonly Ordered[]) {
  const balances = await deps.balances(rows.map(row => row._id))
  return (row: Ordered) => balances.get(row._id) ?? 0n
}

async function parentKeys(deps: AccountsDeps, rows: readonly Ordered[]) {
  const parents = await deps.accounts.findMany(rows.flatMap(row => row.parentId ?? []))
  const orders = new Map(parents.map(parent => [parent._id, parent.usernameOrder]))
  return (row: Ordered) => orders.get(row.parentId ?? '') ?? ''
}

const compare = <T extends bigint | string>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)
const searchOf = (q: string | undefined) => (q?.trim() ? matchingPrefix(q) : {})
const defaultSize = 10
const sizeOf = ({ page, size }: ListQuery) => size ?? (page === undefined ? undefined : defaultSize)
const skipOf = ({ page = 1 }: ListQuery, size: number) => (page - 1) * size
