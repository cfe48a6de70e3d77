import { type AccountRole, toPoints } from '@cascade/contracts'
import { type AccountChangeRow, authTexts, readPermissionOf } from '@cascade/contracts/accounts'
import {
  type Call,
  type Ctx,
  etagOf,
  forbidden,
  isInScope,
  notFound,
  pastMoment,
  requirePermission,
  toPageWindow,
  unauthenticated,
} from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { readSubtreeTotals } from '../subtree-totals/update-subtree-totals'
import { type Account, ancestorIds, type Scope } from './account'
import type { StoredAccount } from './account-store'
import { readViewContext, toAccountView } from './account-view'
import type { FieldChange, HistoryRow } from './history-store'

/** One account of a level, with its version as the `ETag`. With `asOf`: past balance, no subtree totals. */
export async function readAccount(deps: AccountsDeps, { ctx, input }: Call<Target & { asOf?: string | undefined }>) {
  requirePermission(ctx, readPermissionOf(input.role))
  const at = pastMoment(input.asOf, deps.now())
  const account = await findAccount(deps, ctx.actor, input)
  ctx.setHeader('ETag', etagOf(account))
  return { data: await readView(deps, ctx.actor, { account, at }), asOf: input.asOf }
}

/** An account of any level in scope; default is the actor. */
export async function readAnyAccount(deps: AccountsDeps, { ctx, input }: Call<{ id?: string | undefined }>) {
  const account = await findInScope(deps, ctx.actor, input.id ?? ctx.actor.accountId)
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

/** Change history of an account, newest first. Parents are named only if they are in the actor's scope. */
export async function readHistory(deps: AccountsDeps, { ctx, input }: Call<HistoryInput>) {
  const { accountId } = input
  const { from: skip, count: limit } = toPageWindow(input)
  requirePermission(ctx, 'tree.read')
  const account = await findInScope(deps, ctx.actor, accountId)
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
    by: by && { accountId: by.id, username: by.username, role: by.role },
    fields: fields.map(({ field, before, after }) => ({
      field,
      before: formatValue(field, before),
      after: formatValue(field, after),
    })),
  }
}

/** An account of one level, and its parent if the path names one. */
export type Target = { role: AccountRole; id: string; parentId?: string | undefined }

/** @throws AppError NOT_FOUND unless the account is in scope and matches the level and parent of the path */
export function requireAccount<T extends Account>(
  actor: Scope,
  account: T | undefined,
  { role, parentId }: Omit<Target, 'id'>,
): T {
  if (!account || !isInScope(actor, account)) throw notFound()
  if (account.role !== role || (parentId !== undefined && account.parentId !== parentId)) throw notFound()
  return account
}

type FindDeps = Pick<AccountsDeps, 'accounts'>

export async function findAccount(deps: FindDeps, actor: Scope, target: Target): Promise<StoredAccount> {
  return requireAccount(actor, await deps.accounts.find(target.id), target)
}

/** An account of any level: the actor or a descendant. @throws AppError NOT_FOUND */
export async function findInScope(deps: FindDeps, actor: Scope, id: string): Promise<StoredAccount> {
  const account = await deps.accounts.find(id)
  if (!account || !isInScope(actor, account)) throw notFound()
  return account
}

/** A suspension applies to the whole subtree. */
export async function isActiveWithAncestors(deps: Pick<AccountsDeps, 'accounts'>, account: Account): Promise<boolean> {
  if (!account.active || account.deleted) return false
  const above = await deps.accounts.findMany(ancestorIds(account.ancestry))
  return above.every(ancestor => ancestor.active)
}

/**
 * The current acting account. Required before writes, because a token stays valid for seconds after a suspension or
 * sign-out. @throws AppError UNAUTHENTICATED or FORBIDDEN
 */
export async function requireActor(
  deps: Pick<AccountsDeps, 'accounts' | 'sessions'>,
  ctx: Pick<Ctx, 'actor'>,
): Promise<StoredAccount> {
  const [actor, session] = await Promise.all([
    deps.accounts.find(ctx.actor.accountId),
    // The requester of an approved call may have signed out since.
    ctx.actor.approvalId === undefined ? deps.sessions.findOpen(ctx.actor.sessionId) : undefined,
  ])
  if (!actor) throw unauthenticated()
  if (ctx.actor.approvalId === undefined && session?.accountId !== actor._id) throw unauthenticated()
  // Suspended ancestors are not checked: the suspension ends the sessions of the subtree within seconds.
  if (!actor.active) throw forbidden(authTexts.inactive)
  return actor
}
