import { childRoleOf, type Preset, presets, type QueryOf } from '@cascade/contracts'
import { reportsApi } from '@cascade/contracts/reports'
import { type Call, isInScope, notFound, type Routes, requestedAccount, requirePermission } from '@cascade/service-kit'
import type { ReportsDeps } from '../../deps'
import { edgesInto, edgeTo, findTreeAccount, readPath } from '../../projections/figures/edges'
import { createFigureReader } from '../../projections/figures/figure-reader'
import { toTurnover } from '../../projections/figures/measures'
import { parsePeriod } from '../../projections/figures/period'
import { pageRows, sumColumns } from '../account-pages'
import { readChildren, readTurnoverRows } from './turnover-rows'

export const turnoverRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.turnover, ({ ctx, query }) => listTurnover(deps, { ctx, input: query }))
  serve(reportsApi.weeks, ({ ctx, query }) => readWeeks(deps, { ctx, input: query }))
}

type Query = QueryOf<typeof reportsApi.turnover>

const sumNames = ['playPoints', 'winPoints', 'endPoints', 'commission', 'net'] as const

/** Play below each child of an account, and the total of all rows that match the search. */
export async function listTurnover(deps: ReportsDeps, { ctx, input }: Call<Query>) {
  requirePermission(ctx, 'reports.read')
  const { db } = deps
  const account = await findTreeAccount(db, await requestedAccount(db, ctx.actor, input.id), ctx.actor)
  const role = childRoleOf(account.role)
  if (!role) throw notFound()
  const { days, until } = parsePeriod(input, deps)
  const reader = await createFigureReader(deps, ctx.actor, { until })
  const children = await readChildren(deps, reader, account, role)
  const { rows, found, all } = await pageRows(children, input, {
    textOf: child => child.username,
    fill: page => readTurnoverRows(reader, account, page, days, child => isInScope(ctx.actor, child)),
  })
  const isSearch = found.length < children.length
  const edges = isSearch
    ? found.map(child => edgeTo(account, child))
    : ((await edgesInto(db, reader.prefix, [account])).get(account._id) ?? [])
  const summary = all ? sumColumns(all, sumNames) : toTurnover(await reader.total(edges, days))
  const { _id, username } = account
  return {
    data: rows,
    role,
    total: found.length,
    summary,
    account: { _id, username, role: account.role },
    path: await readPath(db, ctx.actor, account),
    ...(await deps.reportMetadata(days, input.asOf)),
  }
}

/** Play, wins and balance of this week and the last one, for an account and its subtree. */
async function readWeeks(deps: ReportsDeps, { ctx, input }: Call<QueryOf<typeof reportsApi.weeks>>) {
  requirePermission(ctx, 'reports.read')
  const account = await findTreeAccount(deps.db, await requestedAccount(deps.db, ctx.actor, input.id), ctx.actor)
  const { until } = parsePeriod(input, deps)
  const reader = await createFigureReader(deps, ctx.actor, { until })
  const edges = (await edgesInto(deps.db, reader.prefix, [account])).get(account._id) ?? []
  const readWeek = async (preset: Preset) => {
    const { days } = parsePeriod({ preset, asOf: input.asOf }, deps)
    const { playPoints, winPoints, endPoints } = toTurnover(await reader.total(edges, days))
    return { ...days, played: playPoints, won: winPoints, end: endPoints }
  }
  return {
    data: { thisWeek: await readWeek(presets.currentWeek), lastWeek: await readWeek(presets.lastWeek) },
    asOf: input.asOf,
  }
}
