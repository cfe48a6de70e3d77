import type { Logger, Metrics } from '@cascade/service-kit'
import type { WriterQueue } from './writer-queue'

const defaultLimits = { everyMs: 1_000, headMs: 5_000, batchMs: 10_000, deadMs: 15_000 }

/**
 * Watches the writer queue independently of the commit path. The queue is stalled while its head waits longer than
 * `headMs` or its batch takes longer than `batchMs`. A leader stalled for `deadMs` resigns and exits.
 */
export function startWatchdog(options: {
  queue: Pick<WriterQueue, 'headMs' | 'batchMs'>
  isLeader: () => boolean
  onStall: (isStalled: boolean) => void
  onDead: () => Promise<void>
  logger: Logger
  metrics: Pick<Metrics, 'gauge'>
  limits?: typeof defaultLimits
}): { stop: () => void } {
  const { queue, isLeader, onStall, onDead, logger, metrics, limits = defaultLimits } = options
  let stalledSince: number | undefined
  let isDead = false
  const stalledMs = () => (stalledSince === undefined ? 0 : performance.now() - stalledSince)
  metrics.gauge(
    'ledger_stalled_seconds',
    'Time for which the ledger writer queue has been stalled; 0 when it advances',
    {
      read: () => stalledMs() / 1000,
    },
  )

  function check() {
    const [headMs, batchMs] = [queue.headMs(), queue.batchMs()]
    const isStalled = headMs > limits.headMs || batchMs > limits.batchMs
    if (isStalled !== (stalledSince !== undefined)) {
      stalledSince = isStalled ? performance.now() : undefined
      onStall(isStalled)
      if (isStalled) logger.error({ headMs, batchMs }, 'ledger: writer queue stalled')
      else logger.info('ledger: writer queue recovered')
    }
    if (isDead || !isLeader() || stalledMs() < limits.deadMs) return
    isDead = true
    logger.fatal({ headMs, batchMs }, 'ledger: stalled leader resigns and exits')
    void onDead()
  }

  const timer = setInterval(check, limits.everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
