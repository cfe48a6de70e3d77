import type { Logger } from '@cascade/service-kit'

const everyMs = 60_000

/**
 * An error that is worth a line, but not one for each call: the first is logged at once, the next ones once a minute
 * with how many there were.
 */
export function createComplaint(logger: Pick<Logger, 'error'>, message: string, now: () => number = Date.now) {
  let saidAt = Number.NEGATIVE_INFINITY
  let unsaid = 0
  return (about: Record<string, unknown> = {}): void => {
    if (now() - saidAt < everyMs) {
      unsaid += 1
      return
    }
    logger.error({ ...about, ...(unsaid > 0 ? { timesSinceLast: unsaid } : {}) }, message)
    saidAt = now()
    unsaid = 0
  }
}
