import { type QueryOf, toHundredths, toPoints } from '@cascade/contracts'
import { type ChartPoint, reportsApi } from '@cascade/contracts/reports'
import { type Call, type Days, type Routes, requestedAccount, requirePermission } from '@cascade/service-kit'
import type { ReportsDeps } from '../../deps'
import { edgesInto, findTreeAccount, type TreeAccount } from '../../projections/figures/edges'
import { createFigureReader } from '../../projections/figures/figure-reader'
import { parsePeriod } from '../../projections/figures/period'
import { findAdmins, readSharesOverTime } from '../commissions/operator-share'
import { readBranches, readDayPoints, readGames, readHourPoints } from './chart-rows'

export const chartRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.chart, ({ ctx, query }) => readChart(deps, { ctx, input: query }))
}

async function readChart(deps: ReportsDeps, { ctx, input }: Call<QueryOf<typeof reportsApi.chart>>) {
  requirePermission(ctx, 'reports.read')
  const account = await findTreeAccount(deps.db, await requestedAccount(deps.db, ctx.actor, input.id), ctx.actor)
  const { days, until } = parsePeriod(input, deps)
  const reader = await createFigureReader(deps, ctx.actor, { until })
  const edges = (await edgesInto(deps.db, reader.prefix, [account])).get(account._id) ?? []
  const by: 'hour' | 'day' = days.from === days.to ? 'hour' : 'day'
  const points =
    by === 'hour' ? await readHourPoints(reader, edges, days.from) : await readDayPoints(reader, edges, days)
  const shares = input.commission === 'operator' && (await readOperatorShares(deps, ctx, account, { days, until }))
  const games = await readGames(deps, ctx.actor, { edges, days, until })
  const branches = await readBranches(deps, ctx.actor, reader, account, days)
  const series = shares ? withCommission(points, shares) : points
  return { data: { by, points: series, games, branches }, ...(await deps.reportMetadata(days, input.asOf)) }
}

async function readOperatorShares(
  deps: ReportsDeps,
  ctx: Call['ctx'],
  account: TreeAccount,
  { days, until }: { days: Days; until: Date | undefined },
) {
  requirePermission(ctx, 'admincommission.read')
  const gameIds = (await deps.games.all()).map(({ gameId }) => gameId)
  const reader = await createFigureReader(deps, ctx.actor, { until, gameIds })
  return readSharesOverTime(deps, reader, { admins: await findAdmins(deps, account), gameIds, days, until })
}

/** Replaces the commission of points; `net` follows. */
const withCommission = (points: readonly ChartPoint[], shares: ReadonlyMap<string, bigint>): ChartPoint[] =>
  points.map(point => {
    const share = shares.get(point.at) ?? shares.get(point.at.slice(11)) ?? 0n
    const net = toPoints(toHundredths(point.endPoints) - share)
    return { ...point, commission: toPoints(share), net }
  })
