import type { Logger } from '@cascade/service-kit'

const everyMs = 60_000

/** Logs an error at most once a minute, with the number of skipped ones. */
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
