import type { AccountRole, SortBy } from '@cascade/contracts'
import { type AccountListQuery, type accountSortFields, mayRead } from '@cascade/contracts/accounts'
import { type Ask, requirePermission } from '@cascade/service-kit'
import type { AccountsDeps } from '../../deps'
import { joinedOf, viewOf } from '../read/account-view'
import { findAccount, type Target } from '../read/find-account'
import { type Level, type Placed, type SortedBy, windowOf } from '../store/account-lists'
import type { StoredAccount } from '../store/account-store'

/** `parent` is given where the list is that of one account's children. */
type ListInput = { role: AccountRole; parent?: Target; query: AccountListQuery }
type Page = { rows: StoredAccount[]; total: number }

/** Accounts of one level in the actor's scope, or below one parent, newest first unless told otherwise. */
export async function listAccounts(deps: AccountsDeps, { ctx, input }: Ask<ListInput>) {
  const { role, parent, query } = input
  requirePermission(ctx, mayRead(role))
  const level: Level = parent
    ? { role, parentId: (await findAccount(deps, ctx.actor, parent))._id }
    : { role, scope: ctx.actor }
  const sort = sortedBy(query)
  const { rows, total }: Page =
    sort === 'joined' ? await pageByJoined(deps, level, query) : await deps.accountLists.page(level, query, sort)
  const joined = await joinedOf(deps, ctx.actor, rows)
  return { data: rows.map(row => viewOf(row, joined)), total }
}

/** The stored field behind each field that a list may be sorted by; balance and reference stand in other collections. */
const storedSort: SortBy<typeof accountSortFields, keyof StoredAccount | 'joined'> = {
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
  // Ids are in the order of creation.
  createdAt: '_id',
  walletBalance: 'joined',
  refId: 'joined',
}

function sortedBy({ sort, order }: AccountListQuery): SortedBy | 'joined' {
  const field = sort === undefined ? '_id' : storedSort[sort]
  if (field === 'joined') return field
  const isAscending = order === undefined ? sort !== undefined : order === 'asc'
  return { field, direction: isAscending ? 1 : -1 }
}

/** Sorted by what stands in another collection: the order is made of ids only, the page is read afterwards. */
async function pageByJoined(deps: AccountsDeps, level: Level, query: AccountListQuery): Promise<Page> {
  const all = await deps.accountLists.placed(level, query.q)
  const keyOf = query.sort === 'refId' ? await parentKeys(deps, all) : await balanceKeys(deps, all)
  const sign = query.order === 'desc' ? -1 : 1
  all.sort((a, b) => sign * (compare(keyOf(a), keyOf(b)) || compare(a._id, b._id)))
  const { skip, limit } = windowOf(query)
  const ids = all.slice(skip, skip + limit).map(row => row._id)
  return { rows: await deps.accounts.findMany(ids), total: all.length }
}

async function balanceKeys(deps: AccountsDeps, rows: readonly Placed[]) {
  const balances = await deps.balances(rows.map(row => row._id))
  return (row: Placed) => balances.get(row._id) ?? 0n
}

async function parentKeys(deps: AccountsDeps, rows: readonly Placed[]) {
  const parents = await deps.accounts.findMany(rows.flatMap(row => row.parentId ?? []))
  const orders = new Map(parents.map(parent => [parent._id, parent.usernameOrder]))
  return (row: Placed) => orders.get(row.parentId ?? '') ?? ''
}

const compare = <T extends bigint | string>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)
