import type { TableState } from '@cascade/contracts/live'
import type { ScheduledGame } from '../catalogue/catalogue'
import type { BaseDeps } from '../deps'
import { drawIdOf, type Pair, pairKey } from '../draws/draw-id'

/** Where the open draws of some pairs stand, by the database's clock. */
export async function openDrawsOf(
  { catalogue, clock, stops }: Pick<BaseDeps, 'catalogue' | 'clock' | 'stops'>,
  pairs: readonly (Pair & { scheduled: ScheduledGame })[],
) {
  const stopped = await stops.ofPairs(pairs)
  const nowMs = clock.now()
  return pairs.map(({ scheduled, ...pair }) => {
    const times = catalogue.openDraw(scheduled, nowMs)
    const stop = stopped.get(pairKey(pair))
    const isStopped = stop !== undefined && (stop.game || stop.admin || stop.everywhere)
    const state: TableState = isStopped ? 'stopped' : nowMs >= times.lockAtMs ? 'closed' : 'open'
    return { scheduled, times, state, nowMs, drawId: drawIdOf(pair, times.drawAtMs) }
  })
}

export const isoOf = (milliseconds: number) => new Date(milliseconds).toISOString()
