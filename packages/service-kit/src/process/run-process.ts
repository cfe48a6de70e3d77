import { sleep } from '../clock'
import type { Logger } from '../logger'
import { within } from '../loop'

const stopMsMax = 9_500

/**
 * Runs a process until it is told to stop, then runs `stop` once. A second signal, or a stop that takes longer than
 * 9.5 s, ends with exit code 1; so does a start that fails, with its sentence on standard error. `start` sets the logger's
 * level as soon as it knows it.
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

/** How long a process that is told to stop still takes new calls after it said that it is not ready any more. */
const noticeMs = { production: 1_000, other: 50 }

/** Whoever asks for readiness needs a moment to send its calls elsewhere. */
export const giveNotice = (isProduction: boolean): Promise<void> =>
  sleep(isProduction ? noticeMs.production : noticeMs.other)

/** Stops everything at once; what does not end within its time is left behind and named in the log. */
export async function stopAll(
  stops: Readonly<Record<string, () => Promise<unknown>>>,
  options: { deadlineMs: number; logger: Logger },
): Promise<void> {
  const { deadlineMs, logger } = options
  const late = Symbol('late')
  await Promise.all(
    Object.entries(stops).map(async ([part, stop]) => {
      try {
        if ((await within(stop(), deadlineMs, late)) === late) logger.warn({ part, deadlineMs }, 'left behind')
      } catch (error) {
        logger.warn({ err: error, part }, 'did not stop well')
      }
    }),
  )
}
