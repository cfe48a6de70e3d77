import { childRoleOf } from '@cascade/contracts'
import type { ChartGame, ChartPoint, TurnoverRow } from '@cascade/contracts/reports'
import { type Actor, addDays, type Days, isInScope } from '@cascade/service-kit'
import type { ReportsDeps } from '../../deps'
import type { TreeAccount } from '../../projections/figures/edges'
import { createFigureReader, type FigureReader } from '../../projections/figures/figure-reader'
import { addTo, type Measures, toTurnover, zero } from '../../projections/figures/measures'
import { gameKeyOf } from '../../projections/figures/play-lines'
import { readChildren, readTurnoverRows } from '../turnover/turnover-rows'

const branchesMax = 10

/** Direct children with play, highest play first. */
export async function readBranches(
  deps: ReportsDeps,
  actor: Actor,
  reader: FigureReader,
  account: TreeAccount,
  days: Days,
): Promise<TurnoverRow[]> {
  const role = childRoleOf(account.role)
  if (!role) return []
  const children = await readChildren(deps, reader, account, role)
  const rows = await readTurnoverRows(reader, account, children, days, child => isInScope(actor, child))
  return rows
    .filter(row => row.playPoints !== 0 || row.winPoints !== 0)
    .sort((a, b) => b.playPoints - a.playPoints)
    .slice(0, branchesMax)
}

const toPoint = (at: string, sum: Measures): ChartPoint => ({ at, ...toTurnover(sum) })

export async function readHourPoints(
  reader: FigureReader,
  edges: readonly string[],
  day: string,
): Promise<ChartPoint[]> {
  const sums = await reader.byHour(edges, day)
  const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
  return hours.map(hour => toPoint(`${day}T${hour}`, sums.get(hour) ?? zero()))
}

export async function readDayPoints(reader: FigureReader, edges: readonly string[], days: Days): Promise<ChartPoint[]> {
  const sums = await reader.byDay(edges, days)
  const points: ChartPoint[] = []
  for (let day = days.from; day <= days.to; day = addDays(day, 1)) points.push(toPoint(day, sums.get(day) ?? zero()))
  return points
}

/** Games with play, highest play first. */
export async function readGames(
  deps: ReportsDeps,
  actor: Actor,
  { edges, days, until }: { edges: readonly string[]; days: Days; until?: Date | undefined },
): Promise<ChartGame[]> {
  const games = await deps.games.all()
  const reader = await createFigureReader(deps, actor, { until, gameIds: games.map(({ gameId }) => gameId) })
  const sums = await reader.byEdge(edges, days)
  const found = games.flatMap(({ gameId, gameName }): ChartGame[] => {
    const sum = zero()
    for (const edge of edges) addTo(sum, sums.get(gameKeyOf(edge, gameId)) ?? {})
    return sum.tickets !== 0n || sum.win !== 0n ? [{ gameId, gameName, ...toTurnover(sum) }] : []
  })
  return found.sort((a, b) => b.playPoints - a.playPoints)
}
