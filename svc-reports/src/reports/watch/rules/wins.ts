import { toHundredths, toPoints } from '@cascade/contracts'
import type { WatchRules } from '@cascade/contracts/reports'
import { type Evidence, lastDay, type PlayerDay, type PlayerFigures, sumOf } from './player-figures'

/** Wins beyond what luck explains. */
export function findWins(figures: PlayerFigures, settings: WatchRules['wins']): Evidence | undefined {
  // An entry for each day with wins, not for each day of the period.
  if (lastDay(figures).win <= 0n) return undefined
  const { days, winMin } = settings
  const period = figures.days.slice(-days)
  const [play, win, tickets] = [sumOf(period, 'play'), sumOf(period, 'win'), sumOf(period, 'tickets')]
  const bound = luckBound(period, settings)
  if (play <= 0n || win < toHundredths(winMin) || win <= bound) return undefined
  return { play: toPoints(play), win: toPoints(win), luck: toPoints(bound), tickets: Number(tickets), days }
}

/**
 * Wins that one player in `oneIn` exceeds at fair odds, by Bernstein's inequality. The tickets of a day count as equal
 * bets of one option each, which vary the most.
 */
function luckBound(period: readonly PlayerDay[], { multiplier, oneIn }: WatchRules['wins']): bigint {
  const staked = period.filter(({ play, tickets }) => play > 0n && tickets > 0n)
  const bets = staked.map(({ play, tickets }) => ({ play: Number(play), stake: Number(play) / Number(tickets) }))
  const variance = bets.reduce((sum, { play, stake }) => sum + play * stake * (multiplier - 1), 0)
  const winMax = Math.max(0, ...bets.map(({ stake }) => stake * multiplier))
  const luck = Math.log(oneIn)
  const third = (winMax * luck) / 3
  const margin = third + Math.sqrt(third * third + 2 * variance * luck)
  return sumOf(period, 'play') + BigInt(Math.ceil(margin))
}
