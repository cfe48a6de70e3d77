import { childRoleOf } from '@cascade/contracts'
import type { ChartGame, ChartPoint, TurnoverRow } from '@cascade/contracts/reports'
import { type Actor, addDays, type Days, isInScope } from '@cascade/service-kit'
import type { ReportsDeps } from '../../deps'
import { type FigureReader, figureReader } from '../../projections/figures/figure-reader'
import { addTo, type Measures, turnoverOf, zero } from '../../projections/figures/measures'
import { gameKeyOf } from '../../projections/figures/play-lines'
import type { Named } from '../../projections/figures/steps'
import { childrenOf, turnoverRows } from '../turnover/turnover-rows'

/** As many branches as a chart can show. */
const mostBranches = 10

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
