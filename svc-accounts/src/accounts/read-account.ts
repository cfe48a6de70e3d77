import { toPoints } from '@cascade/contracts'
import { type AccountChangeRow, readPermissionOf } from '@cascade/contracts/accounts'
import {
  type Call,
  etagOf,
  isInScope,
  pastMoment,
  personOf,
  requirePermission,
  toPageWindow,
} from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { readSubtreeTotals } from '../subtree-totals/update-subtree-totals'
import type { Scope } from './account'
import type { StoredAccount } from './account-store'
import { readViewContext, toAccountView } from './account-view'
import { findAccount, findInScope, type Target } from './find-account'
import type { FieldChange, HistoryRow } from './history-store'

type Deleted = { deleted?: 'true' | undefined }

/** One account of a level, with its version as the `ETag`. With `asOf`: past balance, no subtree totals. */
export async function readAccount(
  deps: AccountsDeps,
  { ctx, input }: Call<Target & Deleted & { asOf?: string | undefined }>,
) {
  requirePermission(ctx, readPermissionOf(input.role))
  const at = pastMoment(input.asOf, deps.now())
  const account = await findAccount(deps, ctx.actor, input, { deleted: input.deleted === 'true' })
  ctx.setHeader('ETag', etagOf(account))
  return { data: await readView(deps, ctx.actor, { account, at }), asOf: input.asOf }
}

/** An account of any level in scope; default is the actor. */
export async function readAnyAccount(deps: AccountsDeps, { ctx, input }: Call<Deleted & { id?: string | undefined }>) {
  const option = { deleted: input.deleted === 'true' }
  const account = await findInScope(deps, ctx.actor, input.id ?? ctx.actor.accountId, option)
  return { data: await readView(deps, ctx.actor, { account }) }
}

async function readView(
  deps: AccountsDeps,
  viewer: Scope,
  { account, at }: { account: StoredAccount; at?: Date | undefined },
) {
  const isAdmin = account.role === 'admin' && !at
  const [joined, branches, creditUsed] = await Promise.all([
    readViewContext(deps, viewer, [account], { at }),
    readSubtreeTotals(deps, at ? [] : [account]),
    isAdmin ? deps.ledger.creditUsed(account._id) : undefined,
  ])
  const view = toAccountView(account, { ...joined, subtreeTotals: branches })
  return creditUsed === undefined ? view : { ...view, creditUsed: toPoints(creditUsed) }
}

type HistoryInput = { accountId: string; page?: number | undefined; size?: number | undefined }
type Names = ReadonlyMap<string, string>

/** Change history of an account, also a deleted one, newest first. Parents are named only if they are in the actor's scope. */
export async function readHistory(deps: AccountsDeps, { ctx, input }: Call<HistoryInput>) {
  const { accountId } = input
  const { from: skip, count: limit } = toPageWindow(input)
  requirePermission(ctx, 'tree.read')
  const account = await findInScope(deps, ctx.actor, accountId, { deleted: true })
  const { rows, total } = await deps.history.page(account._id, { skip, limit })
  const [parents, games] = await Promise.all([
    parentNames(deps, ctx.actor, valuesOf(rows, 'refId')),
    deps.games.namesOf(valuesOf(rows, 'games')),
  ])
  // The note is hidden from the account itself.
  const isOwn = account._id === ctx.actor.accountId
  const hideNote = (row: HistoryRow) =>
    isOwn ? { ...row, fields: row.fields.filter(({ field }) => field !== 'note') } : row
  return { data: rows.map(row => toChangeRow(hideNote(row), parents, games)), total }
}

const valuesOf = (rows: readonly HistoryRow[], field: string): string[] =>
  rows
    .flatMap(({ fields }) => fields)
    .filter(change => change.field === field)
    .flatMap(({ before, after }) => [before, after].flat())
    .filter(value => typeof value === 'string')

async function parentNames(deps: AccountsDeps, viewer: Scope, ids: readonly string[]): Promise<Names> {
  const found = await deps.accounts.findMany(ids)
  return new Map(found.filter(account => isInScope(viewer, account)).map(({ _id, username }) => [_id, username]))
}

function toChangeRow({ _id, kind, by, at, fields }: HistoryRow, parents: Names, games: Names): AccountChangeRow {
  const formatValue = (field: string, value: FieldChange['before']) => {
    if (field === 'refId') return typeof value === 'string' ? (parents.get(value) ?? null) : null
    return Array.isArray(value) ? value.map(id => games.get(id) ?? id).join(', ') : (value as string | null)
  }
  return {
    _id,
    kind,
    at: at.toISOString(),
    by: by && { accountId: by.id, username: by.username, role: by.role, ...personOf(by) },
    fields: fields.map(({ field, before, after }) => ({
      field,
      before: formatValue(field, before),
      after: formatValue(field, after),
    })),
  }
}
