import type { Logger } from '@cascade/service-kit'

const everyMs = 60_000

/**
 * An error that is worth a line, but not one for each call: the first is logged at once, the next ones once a minute
 * with how many there were.
 */
export function createThrottledLog(logger: Pick<Logger, 'error'>, message: string, now: () => number = Date.now) {
  let loggedAt = Number.NEGATIVE_INFINITY
  let skipped = 0
  return (context: Record<string, unknown> = {}): void => {
    if (now() - loggedAt < everyMs) {
      skipped += 1
      return
    }
    logger.error({ ...context, ...(skipped > 0 ? { timesSinceLast: skipped } : {}) }, message)
    loggedAt = now()
    skipped = 0
  }
}
