import { toHundredths, toPoints } from '@cascade/contracts'
import type { ChartGame, ChartPoint } from '@cascade/contracts/reports'
import type { Actor } from '@cascade/service-kit'
import { addDays, type Days } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import { type FigureReader, figureReader } from '../figures/figure-reader'
import { addTo, type Measures, turnoverOf, zero } from '../figures/measures'
import { gameKeyOf } from '../figures/play-lines'

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
export const withCommission = (points: readonly ChartPoint[], shares: ReadonlyMap<string, bigint>): ChartPoint[] =>
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
