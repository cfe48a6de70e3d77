import { type AccountRole, childRoleOf, toHundredths, toPoints } from '@cascade/contracts'
import { type AccountListQuery, readPermissionOf } from '@cascade/contracts/accounts'
import { type Call, invalid, pastMoment, requirePermission } from '@cascade/service-kit'
import type { AccountsDeps } from '../../deps'
import { readSubtreeTotals } from '../../subtree-totals/update-subtree-totals'
import { readViewContext, toAccountView } from '../account-view'
import { findAccount, type Target } from '../find-account'
import type { Page } from './directory'
import { type Level, orderOf } from './filters'
import { windowOf } from './windows'

/** `parent` is given where the list is that of one account's children. */
type ListInput = { role: AccountRole; parent?: Target; query: AccountListQuery }
type PastList = { level: Level; query: AccountListQuery; at: Date }
type Extras = {
  searched?: { rows: number; of: number }
  balance?: number
  branch?: { balance: number; all: number }
}

/**
 * Accounts of one level in the actor's scope, or below one parent, newest first unless told otherwise. With `asOf` the
 * accounts of now with the points that they had then, and without figures of branches, of which only the present is kept.
 */
export async function listAccounts(deps: AccountsDeps, { ctx, input }: Call<ListInput>) {
  const { query } = input
  const at = pastMoment(query.asOf, deps.now())
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

/** The accounts of a list as they are stored, and how many there are. */
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

/** Nothing while the figures of accounts are being made. */
async function sumsOf(deps: AccountsDeps, level: Level, query: AccountListQuery): Promise<Extras> {
  const [mark, sums] = await Promise.all([deps.subtreeTotals.checkpoint(), deps.directory.sums(level, query)])
  if (mark?.filledTo !== null) return {}
  const branch = { balance: toPoints(sums.branchPoints), all: sums.below }
  return { balance: toPoints(sums.points), ...(childRoleOf(level.role) === undefined ? {} : { branch }) }
}

/** Balances of the past stand in the ledger alone: they are read for the newest accounts, which are sorted here. */
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
  const chosen = all
    .filter(({ balance }) => balanceFrom === undefined || balance >= toHundredths(balanceFrom))
    .filter(({ balance }) => balanceTo === undefined || balance <= toHundredths(balanceTo))
    .sort((a, b) => a.group - b.group || direction * (compareKeys(a.key, b.key) || compareKeys(a._id, b._id)))
  const isWhole = newest.rows.length === newest.total
  const { skip, limit } = windowOf(query)
  return {
    rows: await deps.accounts.findMany(chosen.slice(skip, skip + limit).map(({ _id }) => _id)),
    total: chosen.length < all.length ? chosen.length : newest.total,
    ...(isWhole ? {} : { searched: { rows: newest.rows.length, of: newest.total } }),
    ...(isWhole && query.sums !== undefined
      ? { balance: toPoints(chosen.reduce((sum, { balance }) => sum + balance, 0n)) }
      : {}),
  }
}

const needsBalances = ({ sort, sums, balanceFrom, balanceTo }: AccountListQuery) =>
  sort === 'walletBalance' || sums !== undefined || balanceFrom !== undefined || balanceTo !== undefined

type Key = bigint | string | number

/** A stored value as something to sort by; no value stands before all others, as in the database. */
function keyOf(value: unknown): Key {
  if (value instanceof Date) return value.getTime()
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'bigint' || typeof value === 'number' || typeof value === 'string' ? value : ''
}

function compareKeys(a: Key, b: Key): number {
  if (typeof a !== typeof b) return a === '' ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}
