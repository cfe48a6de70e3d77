import { childRoleOf, type QueryOf } from '@cascade/contracts'
import type { reportsApi, TurnoverRow } from '@cascade/contracts/reports'
import { type Actor, type Ask, chosenAccount, type Days, isInScope, requirePermission } from '@cascade/service-kit'
import { adminsOf, sharesOverTime } from '../commissions/operator-share'
import type { ReportsDeps } from '../deps'
import { type FigureReader, figureReader } from '../figures/figure-reader'
import { periodOf } from '../figures/period'
import { type Named, namedAccount, stepsInto } from '../figures/steps'
import { childrenOf, turnoverRows } from '../turnover/turnover-rows'
import { dayPoints, gamesOf, hourPoints, withCommission } from './points'

/** As many branches as a chart can show. */
const mostBranches = 10

/** What the charts of one account show: over time, by game, and by the accounts below. */
export async function readChart(deps: ReportsDeps, { ctx, input }: Ask<QueryOf<typeof reportsApi.chart>>) {
  requirePermission(ctx, 'reports.read')
  const account = await namedAccount(deps.db, await chosenAccount(deps.db, ctx.actor, input.id), ctx.actor)
  const { days, until } = periodOf(input, deps)
  const reader = await figureReader(deps, ctx.actor, { until })
  const steps = (await stepsInto(deps.db, reader.prefix, [account])).get(account._id) ?? []
  const by: 'hour' | 'day' = days.from === days.to ? 'hour' : 'day'
  const points = by === 'hour' ? await hourPoints(reader, steps, days.from) : await dayPoints(reader, steps, days)
  const shares = input.commission === 'operator' && (await operatorShares(deps, ctx, account, { days, until }))
  const games = await gamesOf(deps, ctx.actor, { steps, days, until })
  const branches = await branchesOf(deps, ctx.actor, reader, account, days)
  const shown = shares ? withCommission(points, shares) : points
  return { data: { by, points: shown, games, branches }, ...(await deps.aboutReport(days, input.asOf)) }
}

async function operatorShares(
  deps: ReportsDeps,
  ctx: Ask['ctx'],
  account: Named,
  { days, until }: { days: Days; until: Date | undefined },
) {
  requirePermission(ctx, 'admincommission.read')
  const gameIds = (await deps.games.all()).map(({ gameId }) => gameId)
  const reader = await figureReader(deps, ctx.actor, { until, gameIds })
  return sharesOverTime(deps, reader, { admins: await adminsOf(deps, account), gameIds, days, until })
}

async function branchesOf(
  deps: ReportsDeps,
  actor: Actor,
  reader: FigureReader,
  account: Named,
  days: Days,
): Promise<TurnoverRow[]> {
  const role = childRoleOf(account.role)
  if (!role) return []
  const children = await childrenOf(deps, reader, account, role)
  const rows = await turnoverRows(reader, account, children, days, child => isInScope(actor, child))
  return rows
    .filter(row => row.playPoints !== 0 || row.winPoints !== 0)
    .sort((a, b) => b.playPoints - a.playPoints)
    .slice(0, mostBranches)
}
