import { toHundredths, toPoints } from '@cascade/contracts'
import type { WatchRules } from '@cascade/contracts/reports'
import { type Evidence, lastDay, type PlayerFigures, sumOf } from './player-figures'

/** Play far above that of the player's earlier days with play. */
export function findStakes(
  figures: PlayerFigures,
  { factor, daysMin, playMin }: WatchRules['stakes'],
): Evidence | undefined {
  const { play } = lastDay(figures)
  const past = figures.days.slice(0, -1).filter(day => day.play > 0n)
  if (past.length < daysMin || play < toHundredths(playMin)) return undefined
  const sum = sumOf(past, 'play')
  if (play * BigInt(past.length) < sum * BigInt(factor)) return undefined
  return { play: toPoints(play), usual: toPoints(sum / BigInt(past.length)), days: past.length }
}
