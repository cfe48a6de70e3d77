import { type Background, startLoop } from '../runtime/loop'
import type { Logger } from '../telemetry/logger'
import type { Metrics } from '../telemetry/metrics'

const everyMs = 60_000
/** Well below the ten seconds at which tokens are rejected. */
export const skewMsMax = 2_000

/** How far another clock is ahead of ours in ms, minus what the round trip can explain. */
export async function readSkewMs(readClock: () => Promise<Date>, now: () => number = Date.now): Promise<number> {
  const before = now()
  const theirs = (await readClock()).getTime()
  const after = now()
  if (theirs >= before && theirs <= after) return 0
  return theirs < before ? theirs - before : theirs - after
}

/**
 * Compares our clock with another one at the start and once a minute; sets a metric, and logs an error above two
 * seconds.
 * @param of name of the other clock's owner, for texts
 */
export function watchClock(options: {
  of: string
  readClock: () => Promise<Date>
  metrics: Pick<Metrics, 'gauge'>
  logger: Logger
}): Background {
  const { of, readClock, metrics, logger } = options
  let skewMs = 0
  metrics.gauge('clock_skew_seconds', `How far the clock of ${of} is ahead of this process's`, {
    read: () => skewMs / 1000,
  })
  return startLoop(
    async () => {
      skewMs = await readSkewMs(readClock)
      if (Math.abs(skewMs) > skewMsMax) {
        logger.error({ skewMs }, `clock skew against ${of}: synchronise both with one time server`)
      }
      return undefined
    },
    // A failed reading says nothing about the clock; unavailability is reported elsewhere.
    { everyMs, logger, name: 'clock', isExpected: () => true },
  )
}
