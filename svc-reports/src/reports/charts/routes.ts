import { type QueryOf, toHundredths, toPoints } from '@cascade/contracts'
import { type ChartPoint, reportsApi } from '@cascade/contracts/reports'
import { type Ask, chosenAccount, type Days, type Routes, requirePermission } from '@cascade/service-kit'
import type { ReportsDeps } from '../../deps'
import { figureReader } from '../../projections/figures/figure-reader'
import { periodOf } from '../../projections/figures/period'
import { type Named, namedAccount, stepsInto } from '../../projections/figures/steps'
import { adminsOf, sharesOverTime } from '../commissions/operator-share'
import { branchesOf, dayPoints, gamesOf, hourPoints } from './chart-rows'

export const chartRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.chart, ({ ctx, query }) => readChart(deps, { ctx, input: query }))
}

/** What the charts of one account show: over time, by game, and by the accounts below. */
async function readChart(deps: ReportsDeps, { ctx, input }: Ask<QueryOf<typeof reportsApi.chart>>) {
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

/** Points with what another commission comes to: `net` is what it leaves. */
const withCommission = (points: readonly ChartPoint[], shares: ReadonlyMap<string, bigint>): ChartPoint[] =>
  points.map(point => {
    const share = shares.get(point.at) ?? shares.get(point.at.slice(11)) ?? 0n
    const net = toPoints(toHundredths(point.endPoints) - share)
    return { ...point, commission: toPoints(share), net }
  })
