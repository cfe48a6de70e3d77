import type { BodyOf, QueryOf } from '@cascade/contracts'
import { type WatchRules, type WatchRow as WatchView, watchApi, watchTexts } from '@cascade/contracts/reports'
import {
  type Actor,
  accountInScope,
  auditChanges,
  type Call,
  notFound,
  type Routes,
  readerOf,
  requirePermission,
  toPageWindow,
} from '@cascade/service-kit'
import type { Filter } from 'mongodb'
import type { ReportsDeps } from '../../deps'
import { candidatesFor } from '../cases/find-case'
import { rowsBelow, type WatchRow } from './watch-store'

export const watchRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(watchApi.list, ({ ctx, query }) => listRows(deps, { ctx, input: query }))
  serve(watchApi.rules, async ({ ctx }) => {
    requirePermission(ctx, 'watch.rules')
    const owner = ownerOf(ctx.actor)
    return { data: (await deps.watchRules.read([owner]))(owner) }
  })
  serve(watchApi.setRules, ({ ctx, body }) => setRules(deps, { ctx, input: body }))
  serve(watchApi.change, ({ ctx, params, body }) => changeRow(deps, { ctx, input: { ...params, ...body } }))
}

const ownerOf = ({ accountId, role }: Actor) => readerOf({ _id: accountId, role })

async function listRows(deps: ReportsDeps, { ctx, input }: Call<QueryOf<typeof watchApi.list>>) {
  requirePermission(ctx, 'reports.read')
  const { state, rule, assignee } = input
  const match: Filter<WatchRow> = {
    ...(state && { state }),
    ...(rule && { rule }),
    ...(assignee && { 'assignee.accountId': assignee }),
  }
  const { rows, total } = await deps.watch.page({ scope: rowsBelow(ctx.actor), match, ...toPageWindow(input) })
  return { data: rows.map(toView), total }
}

async function setRules(deps: ReportsDeps, { ctx, input }: Call<WatchRules>) {
  requirePermission(ctx, 'watch.rules')
  const before = flatten(await deps.watchRules.replace(ownerOf(ctx.actor), input))
  const changes = [...flatten(input)].map(([field, after]) => ({ field, before: before.get(field) ?? null, after }))
  auditChanges(
    ctx,
    changes.filter(change => change.before !== change.after),
  )
  return { data: input, message: watchTexts.rulesChanged }
}

const flatten = (rules: WatchRules) =>
  new Map(
    Object.entries(rules).flatMap(([rule, settings]) =>
      Object.entries(settings).map(([name, value]) => [`${rule}.${name}`, value] as const),
    ),
  )

type RowChange = BodyOf<typeof watchApi.change> & { id: string }

/** @throws AppError NOT_FOUND for an entry out of scope, or an account that the actor cannot assign it to */
async function changeRow(deps: ReportsDeps, { ctx, input: { id, state, assignee } }: Call<RowChange>) {
  requirePermission(ctx, 'cases.manage')
  return deps.transaction(async tx => {
    const before = await deps.watch.find(id, tx)
    if (!before) throw notFound()
    await accountInScope(deps.db, ctx.actor, before.account.accountId)
    const after = {
      state: state ?? before.state,
      assignee: assignee === undefined ? before.assignee : await toAssignee(deps, ctx.actor, before, assignee),
    }
    const row = await deps.watch.change(id, after, tx)
    if (!row) throw notFound()
    const changes = [
      { field: 'state', before: before.state, after: row.state },
      { field: 'assignee', before: before.assignee?.username ?? null, after: row.assignee?.username ?? null },
    ]
    auditChanges(
      ctx,
      changes.filter(change => change.before !== change.after),
    )
    return { data: toView(row), message: watchTexts.changed }
  })
}

async function toAssignee(deps: ReportsDeps, actor: Actor, row: WatchRow, accountId: string | null) {
  if (accountId === null) return null
  const candidates = await candidatesFor(deps, actor, row)
  const found = candidates.find(each => each.accountId === accountId)
  if (!found) throw notFound()
  return found
}

const toView = ({ _id, rule, account, day, evidence, state, assignee, changedAt }: WatchRow): WatchView => ({
  ...{ _id, rule, account, day, evidence, state, assignee },
  changedAt: changedAt.toISOString(),
})
