import type { Logger, Metrics } from '@cascade/service-kit'
import type { WriterQueue } from './writer-queue'

const standardLimits = { everyMs: 1_000, headMs: 5_000, batchMs: 10_000, deadMs: 15_000 }

/**
 * Watches the writer queue from outside the path that settles it. It is stalled while its head waits longer than
 * `headMs` or its batch takes longer than `batchMs`; a leader that stays so for `deadMs` is dead.
 */
export function startWatchdog(options: {
  queue: Pick<WriterQueue, 'headMs' | 'batchMs'>
  isLeader: () => boolean
  onStall: (isStalled: boolean) => void
  onDead: () => Promise<void>
  logger: Logger
  metrics?: Pick<Metrics, 'gauge'> | undefined
  limits?: typeof standardLimits
}): { stop: () => void } {
  const { queue, isLeader, onStall, onDead, logger, metrics, limits = standardLimits } = options
  let stalledSince: number | undefined
  let isDead = false
  const stalledMs = () => (stalledSince === undefined ? 0 : performance.now() - stalledSince)
  metrics?.gauge('ledger_stalled_seconds', 'How long the writer queue has not advanced; 0 while it does', {
    read: () => stalledMs() / 1000,
  })

  function look() {
    const [headMs, batchMs] = [queue.headMs(), queue.batchMs()]
    const isStalled = headMs > limits.headMs || batchMs > limits.batchMs
    if (isStalled !== (stalledSince !== undefined)) {
      stalledSince = isStalled ? performance.now() : undefined
      onStall(isStalled)
      if (isStalled) logger.error({ headMs, batchMs }, 'ledger: the writer queue does not advance')
      else logger.info('ledger: the writer queue advances again')
    }
    if (isDead || !isLeader() || stalledMs() < limits.deadMs) return
    isDead = true
    logger.fatal({ headMs, batchMs }, 'ledger: the leader gives up its lease and ends')
    void onDead()
  }

  const looking = setInterval(look, limits.everyMs)
  looking.unref()
  return { stop: () => clearInterval(looking) }
}
