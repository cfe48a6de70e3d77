import { childRoleOf, type QueryOf } from '@cascade/contracts'
import type { reportsApi } from '@cascade/contracts/reports'
import { type Ask, chosenAccount, isInScope, notFound, requirePermission } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import { figureReader } from '../figures/figure-reader'
import { turnoverOf } from '../figures/measures'
import { periodOf } from '../figures/period'
import { namedAccount, stepsInto } from '../figures/steps'
import { pageOfRows } from '../lists/row-page'
import { pathTo } from './path-to'
import { childrenOf, turnoverRows } from './turnover-rows'

type Query = QueryOf<typeof reportsApi.turnover>

/** What was played below each of an account's children, and below the account. */
export async function listTurnover(deps: ReportsDeps, { ctx, input }: Ask<Query>) {
  requirePermission(ctx, 'reports.read')
  const { db } = deps
  const account = await namedAccount(db, await chosenAccount(db, ctx.actor, input.id), ctx.actor)
  const role = childRoleOf(account.role)
  if (!role) throw notFound()
  const { days, until } = periodOf(input, deps)
  const reader = await figureReader(deps, ctx.actor, { until })
  const children = await childrenOf(deps, reader, account, role)
  const { rows, total } = await pageOfRows(children, input, {
    textOf: child => child.username,
    fill: page => turnoverRows(reader, account, page, days, child => isInScope(ctx.actor, child)),
  })
  const into = (await stepsInto(db, reader.prefix, [account])).get(account._id) ?? []
  const summary = turnoverOf(await reader.total(into, days))
  const { _id, username } = account
  return {
    data: rows,
    ...{ role, total, summary, account: { _id, username, role: account.role } },
    path: await pathTo(db, ctx.actor, account),
    ...(await deps.aboutReport(days, input.asOf)),
  }
}
