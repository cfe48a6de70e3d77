import type { WatchRules } from '@cascade/contracts/reports'
import type { Evidence, PlayerFigures } from './player-figures'

/** Bets that were tried again and again beyond a limit of stakes or losses. */
export function findLimits({ rejections }: PlayerFigures, { timesMin }: WatchRules['limits']): Evidence | undefined {
  return rejections < timesMin ? undefined : { times: rejections }
}
