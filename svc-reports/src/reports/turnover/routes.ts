import { childRoleOf, type Preset, presets, type QueryOf, type Role, treeRoles } from '@cascade/contracts'
import { reportsApi } from '@cascade/contracts/reports'
import {
  type Actor,
  type Ask,
  accountsOf,
  chosenAccount,
  isInScope,
  notFound,
  type Routes,
  requirePermission,
} from '@cascade/service-kit'
import type { Db } from 'mongodb'
import type { ReportsDeps } from '../../deps'
import { figureReader } from '../../projections/figures/figure-reader'
import { turnoverOf } from '../../projections/figures/measures'
import { periodOf } from '../../projections/figures/period'
import { type Named, namedAccount, stepsInto, stepTo } from '../../projections/figures/steps'
import { pageOfRows, sumsOf } from '../account-pages'
import { childrenOf, turnoverRows } from './turnover-rows'

export const turnoverRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.turnover, ({ ctx, query }) => listTurnover(deps, { ctx, input: query }))
  serve(reportsApi.weeks, ({ ctx, query }) => readWeeks(deps, { ctx, input: query }))
}

type Query = QueryOf<typeof reportsApi.turnover>

const sumNames = ['playPoints', 'winPoints', 'endPoints', 'commission', 'net'] as const

/** What was played below each of an account's children, and what all rows that the search finds come to. */
async function listTurnover(deps: ReportsDeps, { ctx, input }: Ask<Query>) {
  requirePermission(ctx, 'reports.read')
  const { db } = deps
  const account = await namedAccount(db, await chosenAccount(db, ctx.actor, input.id), ctx.actor)
  const role = childRoleOf(account.role)
  if (!role) throw notFound()
  const { days, until } = periodOf(input, deps)
  const reader = await figureReader(deps, ctx.actor, { until })
  const children = await childrenOf(deps, reader, account, role)
  const { rows, found, all } = await pageOfRows(children, input, {
    textOf: child => child.username,
    fill: page => turnoverRows(reader, account, page, days, child => isInScope(ctx.actor, child)),
  })
  const isSearch = found.length < children.length
  const steps = isSearch
    ? found.map(child => stepTo(account, child))
    : ((await stepsInto(db, reader.prefix, [account])).get(account._id) ?? [])
  const summary = all ? sumsOf(all, sumNames) : turnoverOf(await reader.total(steps, days))
  const { _id, username } = account
  return {
    data: rows,
    role,
    total: found.length,
    summary,
    account: { _id, username, role: account.role },
    path: await pathTo(db, ctx.actor, account),
    ...(await deps.aboutReport(days, input.asOf)),
  }
}

/** The accounts from the actor down to one below, both included. */
async function pathTo(db: Db, actor: Actor, account: Named) {
  const own = { _id: actor.accountId, username: actor.username, role: actor.role }
  if (account._id === actor.accountId) return [own]
  const above = treeRoles.slice((treeRoles as readonly Role[]).indexOf(actor.role) + 1)
  const ids = above
    .flatMap(role => (role === 'player' ? [] : (account.ancestry[role] ?? [])))
    .filter(id => id !== account._id)
  const rows = await accountsOf(db)
    .find({ _id: { $in: ids } })
    .toArray()
  const between = ids.flatMap(id => rows.find(row => row._id === id) ?? [])
  return [own, ...between, account].map(({ _id, username, role }) => ({ _id, username, role }))
}

/** What was played, won and left in this week and in the last one, by an account and all below it. */
async function readWeeks(deps: ReportsDeps, { ctx, input }: Ask<QueryOf<typeof reportsApi.weeks>>) {
  requirePermission(ctx, 'reports.read')
  const account = await namedAccount(deps.db, await chosenAccount(deps.db, ctx.actor, input.id), ctx.actor)
  const { until } = periodOf(input, deps)
  const reader = await figureReader(deps, ctx.actor, { until })
  const steps = (await stepsInto(deps.db, reader.prefix, [account])).get(account._id) ?? []
  const week = async (preset: Preset) => {
    const { days } = periodOf({ preset, asOf: input.asOf }, deps)
    const { playPoints, winPoints, endPoints } = turnoverOf(await reader.total(steps, days))
    return { ...days, played: playPoints, won: winPoints, end: endPoints }
  }
  return {
    data: { thisWeek: await week(presets.currentWeek), lastWeek: await week(presets.lastWeek) },
    asOf: input.asOf,
  }
}
