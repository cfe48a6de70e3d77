import { type AccountRole, childRoleOf, toHundredths, toPoints } from '@cascade/contracts'
import { type AccountListQuery, readPermissionOf } from '@cascade/contracts/accounts'
import { type Call, invalid, pastMoment, requirePermission } from '@cascade/service-kit'
import type { AccountsDeps } from '../../deps'
import { readSubtreeTotals } from '../../subtree-totals/update-subtree-totals'
import { readViewContext, toAccountView } from '../account-view'
import { findAccount, type Target } from '../find-account'
import type { Page } from './directory'
import { type Level, orderOf } from './filters'
import { toWindow } from './windows'

/** `parent`: set for a list of one account's children. */
type ListInput = { role: AccountRole; parent?: Target; query: AccountListQuery }
type PastList = { level: Level; query: AccountListQuery; at: Date }
type Extras = {
  searched?: { rows: number; of: number }
  balance?: number
  branch?: { balance: number; all: number }
}

/**
 * Accounts of one level in the actor's scope, or below one parent; newest first by default. With `asOf`, today's accounts
 * with their balances of that moment, without subtree totals, which have no past.
 */
export async function listAccounts(deps: AccountsDeps, { ctx, input }: Call<ListInput>) {
  const { query } = input
  const at = query.deleted ? undefined : pastMoment(query.asOf, deps.now())
  if (at && (query.sort === 'branchBalance' || query.sort === 'allBelow')) {
    throw invalid('Branches of a past moment are not kept: choose another order.', 'sort')
  }
  const level = await requireLevel(deps, { ctx, input })
  const { rows, ...extras } = await (at && needsBalances(query)
    ? pageAt(deps, { level, query, at })
    : pageOf(deps, level, query))
  const [joined, branches] = await Promise.all([
    readViewContext(deps, ctx.actor, rows, { at }),
    readSubtreeTotals(deps, at ? [] : rows),
  ])
  return {
    data: rows.map(row => toAccountView(row, { ...joined, subtreeTotals: branches })),
    ...extras,
    asOf: query.asOf,
  }
}

/** The stored accounts of a list, and their total. */
export async function findListed(deps: AccountsDeps, { ctx, input }: Call<ListInput>): Promise<Page> {
  return deps.directory.page(await requireLevel(deps, { ctx, input }), input.query)
}

async function requireLevel(deps: AccountsDeps, { ctx, input }: Call<ListInput>): Promise<Level> {
  const { role, parent } = input
  requirePermission(ctx, readPermissionOf(role))
  return parent ? { role, parentId: (await findAccount(deps, ctx.actor, parent))._id } : { role, scope: ctx.actor }
}

async function pageOf(deps: AccountsDeps, level: Level, query: AccountListQuery): Promise<Page & Extras> {
  const [page, sums] = await Promise.all([
    deps.directory.page(level, query),
    query.sums === undefined ? undefined : sumsOf(deps, level, query),
  ])
  return { ...page, ...sums }
}

/** Empty during the initial build of the subtree totals. */
async function sumsOf(deps: AccountsDeps, level: Level, query: AccountListQuery): Promise<Extras> {
  const [checkpoint, sums] = await Promise.all([deps.subtreeTotals.checkpoint(), deps.directory.sums(level, query)])
  if (checkpoint?.filledTo !== null) return {}
  const branch = { balance: toPoints(sums.branchPoints), all: sums.below }
  return { balance: toPoints(sums.points), ...(childRoleOf(level.role) === undefined ? {} : { branch }) }
}

/** Only the ledger has past balances. Reads them for the newest accounts and sorts in memory. */
async function pageAt(deps: AccountsDeps, { level, query, at }: PastList): Promise<Page & Extras> {
  const { balanceFrom, balanceTo, ...others } = query
  const { field, direction } = orderOf(query)
  const newest = await deps.directory.newest(level, others, field)
  const balances = await deps.ledger.balancesAt(
    newest.rows.map(({ _id }) => _id),
    at,
  )
  const all = newest.rows.map(row => {
    const balance = balances.get(row._id) ?? 0n
    return { ...row, balance, key: query.sort === 'walletBalance' ? balance : keyOf(row[field]) }
  })
  const matches = all
    .filter(({ balance }) => balanceFrom === undefined || balance >= toHundredths(balanceFrom))
    .filter(({ balance }) => balanceTo === undefined || balance <= toHundredths(balanceTo))
    .sort((a, b) => a.group - b.group || direction * (compareKeys(a.key, b.key) || compareKeys(a._id, b._id)))
  const isComplete = newest.rows.length === newest.total
  const { skip, limit } = toWindow(query)
  return {
    rows: await deps.accounts.findMany(matches.slice(skip, skip + limit).map(({ _id }) => _id)),
    total: matches.length < all.length ? matches.length : newest.total,
    ...(isComplete ? {} : { searched: { rows: newest.rows.length, of: newest.total } }),
    ...(isComplete && query.sums !== undefined
      ? { balance: toPoints(matches.reduce((sum, { balance }) => sum + balance, 0n)) }
      : {}),
  }
}

const needsBalances = ({ sort, sums, balanceFrom, balanceTo }: AccountListQuery) =>
  sort === 'walletBalance' || sums !== undefined || balanceFrom !== undefined || balanceTo !== undefined

type Key = bigint | string | number

/** Sort key of a stored value; a missing value sorts first, as in MongoDB. */
function keyOf(value: unknown): Key {
  if (value instanceof Date) return value.getTime()
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'bigint' || typeof value === 'number' || typeof value === 'string' ? value : ''
}

function compareKeys(a: Key, b: Key): number {
  if (typeof a !== typeof b) return a === '' ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}
