import type { AccountChangeRow } from '@cascade/contracts/accounts'
import { type Ask, isInScope, requirePermission } from '@cascade/service-kit'
import type { AccountsDeps } from '../../deps'
import { findInScope } from '../read/find-account'
import type { Scope } from '../rules/account'
import type { FieldChange, HistoryRow } from '../rules/account-history'

type HistoryInput = { accountId: string; page?: number | undefined; size?: number | undefined }
type Names = ReadonlyMap<string, string>

const defaultSize = 10

/** Who made and changed an account and when, newest first. Parents stand there by name, as far as the caller sees them. */
export async function readHistory(deps: AccountsDeps, { ctx, input }: Ask<HistoryInput>) {
  const { accountId, page = 1, size = defaultSize } = input
  requirePermission(ctx, 'tree.read')
  const account = await findInScope(deps, ctx.actor, accountId)
  const { rows, total } = await deps.history.page(account._id, { skip: (page - 1) * size, limit: size })
  const [parents, games] = await Promise.all([
    parentNames(deps, ctx.actor, valuesOf(rows, 'refId')),
    deps.games.namesOf(valuesOf(rows, 'games')),
  ])
  return { data: rows.map(row => shown(row, parents, games)), total }
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

function shown({ _id, kind, by, at, fields }: HistoryRow, parents: Names, games: Names): AccountChangeRow {
  const named = (field: string, value: FieldChange['before']) => {
    if (field === 'refId') return typeof value === 'string' ? (parents.get(value) ?? null) : null
    return Array.isArray(value) ? value.map(id => games.get(id) ?? id).join(', ') : (value as string | null)
  }
  return {
    ...{ _id, kind, at: at.toISOString() },
    by: by && { accountId: by.id, username: by.username, role: by.role },
    fields: fields.map(({ field, before, after }) => ({
      ...{ field, before: named(field, before), after: named(field, after) },
    })),
  }
}
