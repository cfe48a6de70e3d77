import type { Logger } from 'pino'
import { AppError } from './errors'

/** A background task, stopped before the database connection closes. */
export type Background = { stop: () => Promise<void> }

/** Fallback poll interval of loops that are normally notified. */
export const idleMs = 15_000

const roundMsMax = 60_000
const overdue = new Set<string>()
const running = new Set<() => void>()

/** Names of loops whose last round was abandoned. */
export const overdueLoops = (): string[] => [...overdue]

/** Starts the next round of every loop of this process now, for a clock that was moved on. */
export function notifyLoops(): void {
  for (const notify of running) notify()
}

/** `progress` restarts the limit of a round, for rounds that run as long as there is work. */
type Round = (signal: AbortSignal, progress: () => void) => Promise<'again' | undefined>

/**
 * Runs `round` repeatedly: at once after `'again'`, else after `everyMs` or when notified. A failed round is logged and
 * retried after the pause. To stop early, a round may throw the reason of its signal. A round without end or progress
 * for `limitMs` (one minute by default) is abandoned: its signal aborts and the next round starts, so two rounds of a
 * loop may overlap.
 * @example
 * const deleteBatch = async () => ((await deleteExpired()) > 0 ? ('again' as const) : undefined)
 * const loop = startLoop(deleteBatch, { everyMs: 60_000, logger, name: 'expiry' })
 */
export function startLoop(
  round: Round,
  options: {
    everyMs: number | (() => number)
    logger: Logger
    name: string
    isExpected?: (error: unknown) => boolean
    startAfterMs?: number
    limitMs?: number
  },
): Background & { notify: () => void } {
  const { everyMs, logger, name, isExpected = () => false, startAfterMs = 0, limitMs = roundMsMax } = options
  let ending = new AbortController()
  let isStopped = false
  let isNotified = false
  let endPause = () => {}
  const finished = run()
  running.add(notify)

  async function run() {
    if (startAfterMs > 0) await sleep(startAfterMs, ending.signal)
    while (!isStopped) {
      isNotified = false
      const outcome = await limitedRound()
      if (outcome !== 'again' && !isNotified && !isStopped) await pause()
    }
    overdue.delete(name)
  }

  function limitedRound(): Promise<'again' | undefined> {
    const { signal } = ending
    return new Promise(resolve => {
      const timer = setTimeout(() => {
        logger.error({ loop: name, limitMs }, 'loop round abandoned: time limit exceeded')
        overdue.add(name)
        ending.abort()
        ending = new AbortController()
        resolve(undefined)
      }, limitMs)
      const progress = () => {
        if (signal === ending.signal) timer.refresh()
      }
      const ended = round(signal, progress).catch((error: unknown) => {
        if (error !== signal.reason && !isExpected(error)) logRoundFailure(logger, error, { loop: name })
        return undefined
      })
      void ended.then(outcome => {
        clearTimeout(timer)
        if (signal === ending.signal) overdue.delete(name)
        resolve(outcome)
      })
    })
  }

  /** No abort signal as in `sleep`: some loops are notified at every commit, and each abort creates an error. */
  function pause(): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, typeof everyMs === 'function' ? everyMs() : everyMs)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  function notify() {
    isNotified = true
    endPause()
  }

  return {
    notify,
    async stop() {
      isStopped = true
      ending.abort()
      running.delete(notify)
      notify()
      await finished
    },
  }
}

/**
 * Logs a failed round. An unavailable process of ours is not a warning: its own readiness and the age of waiting work
 * report it.
 */
export function logRoundFailure(logger: Logger, error: unknown, context: Record<string, unknown>): void {
  if (error instanceof AppError && error.code === 'UNAVAILABLE') {
    // A rejected token is logged once by the client of internal calls.
    const level = error.reason === 'SERVICE_TOKEN_REFUSED' ? 'debug' : 'info'
    logger[level]({ ...context, reason: error.reason }, 'round postponed: dependency unavailable')
  } else {
    logger.warn({ ...context, err: error }, 'round failed')
  }
}

/** Result of `work`, or `fallback` after `deadlineMs`; `work` is not cancelled. */
export function withTimeout<T, D>(work: Promise<T>, deadlineMs: number, fallback: D): Promise<T | D> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(fallback), deadlineMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Resolves after the delay, or early and without an error when `signal` aborts. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal?.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal?.addEventListener('abort', done)
  })
}
