import type { Logger } from 'pino'
import { sleep, withTimeout } from './loop'

const stopMsMax = 9_500

/**
 * Runs a process until a signal, then calls `stop` once. A second signal, a stop longer than 9.5 s, or a failed start
 * ends with exit code 1; a failed start prints its message to standard error. `start` sets the logger's level once it
 * knows it.
 */
export function runProcess(logger: Logger, start: (logger: Logger) => Promise<() => Promise<void>>): void {
  let stop: (() => Promise<void>) | undefined
  let stopping = false
  const end = async (signal: string) => {
    if (stopping) process.exit(1)
    stopping = true
    logger.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), stopMsMax).unref()
    try {
      await stop?.()
      process.exit(0)
    } catch (error) {
      logger.error({ err: error }, 'stop failed')
      process.exit(1)
    }
  }
  process.on('SIGTERM', signal => void end(signal))
  process.on('SIGINT', signal => void end(signal))
  start(logger).then(
    stopper => {
      stop = stopper
    },
    (error: unknown) => {
      logger.fatal({ err: error }, 'start failed')
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
      process.exit(1)
    },
  )
}

/** Time between "not ready" and the end of accepting connections. */
const noticeMs = { production: 1_000, other: 50 }

/** Gives load balancers time to notice that this process is not ready. */
export const giveNotice = (isProduction: boolean): Promise<void> =>
  sleep(isProduction ? noticeMs.production : noticeMs.other)

/** Stops everything in parallel; logs what does not stop in time and goes on. */
export async function stopAll(
  stops: Readonly<Record<string, () => Promise<unknown>>>,
  options: { deadlineMs: number; logger: Logger },
): Promise<void> {
  const { deadlineMs, logger } = options
  const late = Symbol('late')
  await Promise.all(
    Object.entries(stops).map(async ([part, stop]) => {
      try {
        if ((await withTimeout(stop(), deadlineMs, late)) === late) logger.warn({ part, deadlineMs }, 'stop timed out')
      } catch (error) {
        logger.warn({ err: error, part }, 'stop failed')
      }
    }),
  )
}
