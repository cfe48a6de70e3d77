import { childRoleOf, type QueryOf, toHundredths, toPoints } from '@cascade/contracts'
import { type ChartGame, type ChartPoint, reportsApi, type TurnoverRow } from '@cascade/contracts/reports'
import {
  type Actor,
  type Ask,
  addDays,
  chosenAccount,
  type Days,
  isInScope,
  type Routes,
  requirePermission,
} from '@cascade/service-kit'
import { adminsOf, sharesOverTime } from '../commissions/operator-share'
import type { ReportsDeps } from '../deps'
import { type FigureReader, figureReader } from '../figures/figure-reader'
import { addTo, type Measures, turnoverOf, zero } from '../figures/measures'
import { periodOf } from '../figures/period'
import { gameKeyOf } from '../figures/play-lines'
import { type Named, namedAccount, stepsInto } from '../figures/steps'
import { childrenOf, turnoverRows } from '../turnover/routes'

export const chartRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.chart, ({ ctx, query }) => readChart(deps, { ctx, input: query }))
}

/** As many branches as a chart can show. */
const mostBranches = 10

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

/** The accounts directly below on which something was played, the most played first. */
export async function branchesOf(
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

const pointOf = (at: string, sum: Measures): ChartPoint => ({ at, ...turnoverOf(sum) })

export async function hourPoints(reader: FigureReader, steps: readonly string[], day: string): Promise<ChartPoint[]> {
  const sums = await reader.byHour(steps, day)
  const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
  return hours.map(hour => pointOf(`${day}T${hour}`, sums.get(hour) ?? zero()))
}

export async function dayPoints(reader: FigureReader, steps: readonly string[], days: Days): Promise<ChartPoint[]> {
  const sums = await reader.byDay(steps, days)
  const points: ChartPoint[] = []
  for (let day = days.from; day <= days.to; day = addDays(day, 1)) points.push(pointOf(day, sums.get(day) ?? zero()))
  return points
}

/** Points with what another commission comes to: `net` is what it leaves. */
const withCommission = (points: readonly ChartPoint[], shares: ReadonlyMap<string, bigint>): ChartPoint[] =>
  points.map(point => {
    const share = shares.get(point.at) ?? shares.get(point.at.slice(11)) ?? 0n
    const net = toPoints(toHundredths(point.endPoints) - share)
    return { ...point, commission: toPoints(share), net }
  })

/** Games on which something was played, the most played first. */
export async function gamesOf(
  deps: ReportsDeps,
  actor: Actor,
  { steps, days, until }: { steps: readonly string[]; days: Days; until?: Date | undefined },
): Promise<ChartGame[]> {
  const games = await deps.games.all()
  const reader = await figureReader(deps, actor, { until, gameIds: games.map(({ gameId }) => gameId) })
  const sums = await reader.byStep(steps, days)
  const found = games.flatMap(({ gameId, gameName }): ChartGame[] => {
    const sum = zero()
    for (const step of steps) addTo(sum, sums.get(gameKeyOf(step, gameId)) ?? {})
    return sum.tickets !== 0n || sum.win !== 0n ? [{ gameId, gameName, ...turnoverOf(sum) }] : []
  })
  return found.sort((a, b) => b.playPoints - a.playPoints)
}
