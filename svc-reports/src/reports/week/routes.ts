import { childRoleOf, presets, type QueryOf, type TreeRole } from '@cascade/contracts'
import { reportsApi, type WeekRow, weekTexts } from '@cascade/contracts/reports'
import {
  type AccountRow,
  type Actor,
  addDays,
  businessDay,
  type Call,
  daysOfPreset,
  invalid,
  isInScope,
  notFound,
  type Routes,
  requestedAccount,
  requirePermission,
} from '@cascade/service-kit'
import type { ReportsDeps } from '../../deps'
import { edgeTo, findTreeAccount, nodeOf, readPath, type TreeAccount } from '../../projections/figures/edges'
import { createFigureReader } from '../../projections/figures/figure-reader'
import { zero } from '../../projections/figures/measures'
import { pageRows } from '../account-pages'
import { readChildren } from '../turnover/turnover-rows'
import { emptyCash, readCash } from './cash-projection'
import { addWeek, type ChildWeek, emptyWeek, isEmpty, toAmounts } from './week-figures'

export const weekRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.weekSheet, ({ ctx, query }) => listWeek(deps, { ctx, input: query }))
}

type Query = QueryOf<typeof reportsApi.weekSheet>

/** Play and current accounts of the children of an account, and of former ones with figures in this week. */
async function listWeek(deps: ReportsDeps, { ctx, input }: Call<Query>) {
  requirePermission(ctx, 'reports.read')
  const { db } = deps
  const account = await findTreeAccount(db, await requestedAccount(db, ctx.actor, input.userId), ctx.actor)
  const role = childRoleOf(account.role)
  if (!role) throw notFound()
  const days = toWeek(input.from || businessDay(deps.now(), deps.zone))
  if (input.from && input.from !== days[0]) throw invalid(weekTexts.notMonday, 'from')
  const { weeks, children } = await readWeeks(deps, ctx.actor, { account, role, days })
  const weekOf = ({ _id }: TreeAccount) => weeks.get(_id) ?? emptyWeek()
  const toRow = (child: TreeAccount): WeekRow => ({
    ...{ userId: child._id, username: child.username, role },
    hasChildren: role !== 'player' && isInScope(ctx.actor, child),
    ...toAmounts(role, weekOf(child)),
  })
  const { rows, found } = await pageRows(children, input, {
    textOf: child => child.username,
    fill: async page => page.map(toRow).map(row => ({ ...row, net: row.week.net })),
  })
  const sums = emptyWeek()
  for (const child of found) addWeek(sums, weekOf(child))
  return {
    data: { from: days[0], days, rows: rows.map(({ net: _, ...row }) => row), sums: toAmounts(role, sums) },
    ...{ role, total: found.length },
    account: { _id: account._id, username: account.username, role: account.role },
    path: await readPath(db, ctx.actor, account),
    verified: await deps.verification.state(),
  }
}

type Week = [string, ...string[]]

/** Monday to Sunday of the week of a day. */
function toWeek(day: string): Week {
  const { from } = daysOfPreset(presets.currentWeek, day)
  return [from, ...[1, 2, 3, 4, 5, 6].map(count => addDays(from, count))]
}

type Question = { account: TreeAccount; role: TreeRole; days: Week }

async function readWeeks(deps: ReportsDeps, actor: Actor, { account, role, days }: Question) {
  const period = { from: days[0], to: days.at(-1) ?? days[0] }
  const reader = await createFigureReader(deps, actor)
  const cash = await readCash(deps, reader.prefix, nodeOf(account), period)
  const all = await readChildren(deps, reader, account, role, [...cash.keys()])
  const played = await reader.overTime(
    all.map(child => edgeTo(account, child)),
    period,
  )
  const weeks = new Map(
    all.map((child): [string, ChildWeek] => {
      const figures = played.get(edgeTo(account, child))
      return [
        child._id,
        { days: days.map(day => figures?.get(day) ?? zero()), cash: cash.get(child._id) ?? emptyCash() },
      ]
    }),
  )
  const isCurrent = ({ deleted, parentId }: AccountRow) =>
    !deleted && (account.role === 'superadmin' || parentId === account._id)
  return { weeks, children: all.filter(child => isCurrent(child) || !isEmpty(weeks.get(child._id) ?? emptyWeek())) }
}
