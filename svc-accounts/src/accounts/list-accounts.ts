import { type AccountRole, childRoleOf, type SortBy, toHundredths, toPoints } from '@cascade/contracts'
import { type AccountListQuery, type accountSortFields, mayRead } from '@cascade/contracts/accounts'
import { type Ask, invalid, pastMoment, requirePermission } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { readBranches, sumBranches } from '../subtree-totals/update-subtree-totals'
import type { StoredAccount } from './account-store'
import { balancesAt, joinedOf, viewOf } from './account-view'
import { type Placed, windowOf } from './lists/account-lists'
import { compareKeys, type Key, keyOfStored, type Level, type SortedBy } from './lists/levels'
import { findAccount, type Target } from './read-account'

/** `parent` is given where the list is that of one account's children. */
type ListInput = { role: AccountRole; parent?: Target; query: AccountListQuery }
type Wanted = { query: AccountListQuery; at: Date | undefined }
type BranchSum = { balance: number; all: number }
type Page = {
  rows: StoredAccount[]
  total: number
  searched?: { rows: number; of: number }
  balance?: number
  branch?: BranchSum
}

/**
 * Accounts of one level in the actor's scope, or below one parent, newest first unless told otherwise. With `asOf` the
 * accounts of now with the points that they had then, and without figures of branches, of which only the present is kept.
 */
export async function listAccounts(deps: AccountsDeps, { ctx, input }: Ask<ListInput>) {
  const { query } = input
  const at = pastMoment(query.asOf, deps.now())
  if (at && (query.sort === 'branchBalance' || query.sort === 'allBelow')) {
    throw invalid('Branches of a past moment are not kept: choose another order.', 'sort')
  }
  const { rows, ...told } = await findListed(deps, { ctx, input }, at)
  const [joined, branches] = await Promise.all([
    joinedOf(deps, ctx.actor, rows, { at }),
    readBranches(deps, at ? [] : rows),
  ])
  return { data: rows.map(row => viewOf(row, { ...joined, branches })), ...told, asOf: query.asOf }
}

/** The accounts of a list as they are stored, and what a list tells beside them. */
export async function findListed(deps: AccountsDeps, { ctx, input }: Ask<ListInput>, at?: Date): Promise<Page> {
  const { role, parent, query } = input
  requirePermission(ctx, mayRead(role))
  const level: Level = parent
    ? { role, parentId: (await findAccount(deps, ctx.actor, parent))._id }
    : { role, scope: ctx.actor }
  return needsOthers(query)
    ? pageByJoined(deps, level, { query, at })
    : deps.accountLists.page(level, query, sortedBy(query))
}

/** The stored field behind each field that a list may be sorted by; balance and reference stand in other collections. */
const storedSort: SortBy<typeof accountSortFields, keyof StoredAccount> = {
  username: 'usernameOrder',
  uniqueId: 'uniqueId',
  firstName: 'nameKey',
  lastName: 'lastNameKey',
  email: 'email',
  phone: 'phone',
  city: 'cityKey',
  commission: 'commissionBp',
  userStatus: 'active',
  isLoggedIn: 'isLoggedIn',
  lastLogin: 'lastLogin',
  // Ids are in the order of creation.
  createdAt: '_id',
  walletBalance: '_id',
  branchBalance: '_id',
  allBelow: '_id',
  refId: '_id',
}

const isAscending = ({ sort, order }: AccountListQuery) => (order === undefined ? sort !== undefined : order === 'asc')

const sortedBy = (query: AccountListQuery): SortedBy => ({
  field: query.sort === undefined ? '_id' : storedSort[query.sort],
  direction: isAscending(query) ? 1 : -1,
})

/** Whether what stands in another collection decides which accounts are shown, where, or with which sum. */
const needsOthers = (query: AccountListQuery) =>
  needsBalances(query) || query.sort === 'branchBalance' || query.sort === 'allBelow' || query.sort === 'refId'

/** Decided by what stands in another collection: the order is made of ids only, the page is read afterwards. */
async function pageByJoined(deps: AccountsDeps, level: Level, { query, at }: Wanted): Promise<Page> {
  const { rows: newest, total } = await deps.accountLists.placed(level, query)
  const searched = newest.length < total ? { searched: { rows: newest.length, of: total } } : {}
  const ids = newest.map(row => row._id)
  const balances = needsBalances(query) ? await balancesOf(deps, ids, at) : new Map<string, bigint>()
  const balanceOf = (row: Placed) => balances.get(row._id) ?? 0n
  const chosen = newest.filter(row => isWithin(balanceOf(row), query))
  const isCut = chosen.length < newest.length
  const keyOf = await keysOf(deps, chosen, query, balanceOf)
  const sign = isAscending(query) ? 1 : -1
  chosen.sort((a, b) => a.group - b.group || sign * (compareKeys(keyOf(a), keyOf(b)) || compareKeys(a._id, b._id)))
  const { skip, limit } = windowOf(query)
  const shown = chosen.slice(skip, skip + limit).map(row => row._id)
  return {
    rows: await deps.accounts.findMany(shown),
    total: isCut ? chosen.length : total,
    ...searched,
    ...(query.sums === undefined || newest.length < total ? {} : await sumsOf(deps, level, chosen, { balanceOf, at })),
  }
}

const needsBalances = ({ sort, sums, balanceFrom, balanceTo }: AccountListQuery) =>
  sort === 'walletBalance' || sums !== undefined || balanceFrom !== undefined || balanceTo !== undefined

/** Those of thousands among whom hardly anybody else stands are read without naming them. */
async function balancesOf(deps: AccountsDeps, ids: readonly string[], at: Date | undefined) {
  const between = at ? undefined : await deps.accountLists.between(ids)
  return between ? deps.ledger.balancesBetween(...between) : balancesAt(deps, ids, at)
}

/** What the accounts of a filter hold together; those of one level stand in branches that have nothing in common. */
async function sumsOf(
  deps: AccountsDeps,
  { role }: Level,
  rows: readonly Placed[],
  { balanceOf, at }: { balanceOf: (row: Placed) => bigint; at: Date | undefined },
) {
  const balance = toPoints(rows.reduce((sum, row) => sum + balanceOf(row), 0n))
  if (at || childRoleOf(role) === undefined) return { balance }
  const branch = await sumBranches(
    deps,
    rows.map(({ _id }) => _id),
  )
  return { balance, ...(branch ? { branch } : {}) }
}

const isWithin = (balance: bigint, { balanceFrom, balanceTo }: AccountListQuery) =>
  (balanceFrom === undefined || balance >= toHundredths(balanceFrom)) &&
  (balanceTo === undefined || balance <= toHundredths(balanceTo))

/** What the accounts are compared by; stored fields other than the moment of creation are read for it. */
async function keysOf(
  deps: AccountsDeps,
  rows: readonly Placed[],
  { sort }: AccountListQuery,
  balanceOf: (row: Placed) => bigint,
): Promise<(row: Placed) => Key> {
  if (sort === 'walletBalance') return balanceOf
  if (sort === undefined || sort === 'createdAt') return ({ _id }) => _id
  if (sort === 'branchBalance' || sort === 'allBelow') {
    const ids = rows.map(({ _id }) => _id)
    const between = await deps.accountLists.between(ids)
    const branches = await (between ? deps.branches.figuresBetween(...between) : deps.branches.findMany(ids))
    if (sort === 'allBelow') return ({ _id }) => branches.get(_id)?.below ?? 0
    const own = await deps.balances(ids.filter(id => !branches.has(id)))
    return ({ _id }) => branches.get(_id)?.balance ?? own.get(_id) ?? 0n
  }
  const ids = rows.flatMap(({ _id, parentId }) => (sort === 'refId' ? (parentId ?? []) : _id))
  const read = new Map((await deps.accounts.findMany(ids)).map(account => [account._id, account]))
  if (sort === 'refId') return ({ parentId }) => read.get(parentId ?? '')?.usernameOrder ?? ''
  return ({ _id }) => keyOfStored(read.get(_id)?.[storedSort[sort]])
}
