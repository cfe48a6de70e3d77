import { sleep } from '../base/clock'
import type { Logger } from '../base/logger'
import { type Background, startLoop, within } from '../base/loop'
import type { Metrics } from '../base/metrics'

const deadlineMs = 9_500

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
    setTimeout(() => process.exit(1), deadlineMs).unref()
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
  parts: Readonly<Record<string, () => Promise<unknown>>>,
  options: { deadlineMs: number; logger: Logger },
): Promise<void> {
  const { deadlineMs, logger } = options
  const late = Symbol('late')
  await Promise.all(
    Object.entries(parts).map(async ([part, stop]) => {
      try {
        if ((await within(stop(), deadlineMs, late)) === late) logger.warn({ part, deadlineMs }, 'left behind')
      } catch (error) {
        logger.warn({ err: error, part }, 'did not stop well')
      }
    }),
  )
}

const everyMs = 60_000
/** Tokens bear ten seconds; whoever is this far off will be in trouble soon. */
export const tolerableSkewMs = 2_000

/** How far another clock is ahead of ours, in ms, as far as the way there and back lets one tell. */
export async function readSkewMs(readClock: () => Promise<Date>, now: () => number = Date.now): Promise<number> {
  const before = now()
  const theirs = (await readClock()).getTime()
  const after = now()
  if (theirs >= before && theirs <= after) return 0
  return theirs < before ? theirs - before : theirs - after
}

/**
 * Compares our clock with another one at the start and once a minute: a metric always, an error in the log when they
 * are more than two seconds apart.
 * @param of whose clock it is, in words
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
      if (Math.abs(skewMs) > tolerableSkewMs) {
        logger.error({ skewMs }, `the clock of ${of} and ours differ: set both by one time server`)
      }
      return undefined
    },
    // The clock of something that is away says nothing; that it is away is told elsewhere.
    { everyMs, logger, name: 'clock', isExpected: () => true },
  )
}
