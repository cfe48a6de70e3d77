import type { Db } from 'mongodb'
import { sleep } from '../process/clock'
import type { Logger } from '../process/logger'
import { startLoop } from '../process/loop'
import { createLease } from './lease'

const pauseAfterErrorMs = 500

export type Publisher = {
  /** Called after a commit: events leave at once instead of at the next second. */
  poke: () => void
  stop: () => Promise<void>
}

/**
 * Publishes whatever there is, again and again, by one replica at a time, until it is stopped.
 * @param lease name of the lease under which it works
 * @param gatherMs pause after each round: under load, the events of several commits leave together
 * @param publish publishes one batch and says whether there may be more
 * @param onLost called when another replica holds the lease, or a batch failed: what is remembered may be out of date
 */
export function startPublishing(options: {
  db: Db
  lease: string
  instanceId: string
  gatherMs: number
  publish: () => Promise<boolean>
  onLost?: () => void
  logger: Logger
}): Publisher {
  const { db, instanceId, gatherMs, publish, onLost, logger } = options
  const lease = createLease(db, options.lease, instanceId)

  async function round(stopping: AbortSignal) {
    try {
      if (!(await lease.hold())) onLost?.()
      else while (!stopping.aborted && (await publish()) && (await lease.hold()));
    } catch (error) {
      onLost?.()
      // A database that is away is not asked again at each commit that is tried.
      await sleep(pauseAfterErrorMs, stopping)
      throw error
    }
    await sleep(gatherMs, stopping)
    return undefined
  }
  const loop = startLoop(round, { everyMs: 1_000, logger, name: options.lease })

  return {
    poke: loop.wake,
    async stop() {
      await loop.stop()
      await lease.drop().catch(() => undefined)
    },
  }
}
