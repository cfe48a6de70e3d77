import { toHundredths, toPoints } from '@cascade/contracts'
import type { WatchRules } from '@cascade/contracts/reports'
import { type Evidence, lastDay, type PlayerFigures, sumOf } from './player-figures'

/** Credit that came in and went out again almost without play. */
export function findInAndOut(
  figures: PlayerFigures,
  { days, amountMin, playPercentMax }: WatchRules['inAndOut'],
): Evidence | undefined {
  // An entry for each day on which credit left, not for each day of the period.
  if (lastDay(figures).out <= 0n) return undefined
  const period = figures.days.slice(-days)
  const [came, went, play] = [sumOf(period, 'in'), sumOf(period, 'out'), sumOf(period, 'play')]
  const moved = came < went ? came : went
  if (moved <= 0n || moved < toHundredths(amountMin)) return undefined
  if (play * 100n > moved * BigInt(playPercentMax)) return undefined
  return { in: toPoints(came), out: toPoints(went), play: toPoints(play), days }
}
