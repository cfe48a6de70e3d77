import { sleep } from './clock'
import { AppError } from './errors'
import type { Logger } from './logger'

/** Something that runs beside the calls and must be ended before the database is closed. */
export type Background = { stop: () => Promise<void> }

/** Pause of a loop that is woken by what it waits for: it looks by itself for what no call to `wake` tells of. */
export const quietMs = 5_000

const roundMsMax = 60_000
const overdue = new Set<string>()

/** Names of this process's loops whose last round was abandoned, until a round of them ends. */
export const overdueLoops = (): string[] => [...overdue]

/** `progress` restarts the round's limit: for rounds that take as long as there is work. */
type Round = (signal: AbortSignal, progress: () => void) => Promise<'again' | undefined>

/**
 * Runs `round` again and again until it is stopped: at once after a round that answers `'again'`, else `everyMs` later
 * or when it is woken. A round that fails is logged and tried again after the pause; one that is to stop may throw the
 * signal's reason. A round without end or progress for `limitMs`, a minute by default, is abandoned: its signal aborts
 * and the next round begins, so two rounds of a loop may overlap.
 */
export function startLoop(
  round: Round,
  options: {
    /** Asked after each round where it changes. */
    everyMs: number | (() => number)
    logger: Logger
    name: string
    isExpected?: (error: unknown) => boolean
    /** Pause before the first round. */
    startAfterMs?: number
    limitMs?: number
  },
): Background & { wake: () => void } {
  const { everyMs, logger, name, isExpected = () => false, startAfterMs = 0, limitMs = roundMsMax } = options
  let ending = new AbortController()
  let isStopped = false
  let isNotified = false
  let endPause = () => {}
  const finished = run()
  // What looks every second and oftener looks at once when the clock has moved.
  const unsubscribe =
    typeof everyMs === 'function' || everyMs <= 1_000 ? globalThis.cascadePast?.onMove(() => wake()) : undefined

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
        logger.error({ loop: name, limitMs }, 'loop: round abandoned, it did not end within its limit')
        overdue.add(name)
        ending.abort()
        ending = new AbortController()
        resolve(undefined)
      }, limitMs)
      const progress = () => {
        if (signal === ending.signal) timer.refresh()
      }
      const ended = round(signal, progress).catch((error: unknown) => {
        if (error !== signal.reason && !isExpected(error)) tellFailure(logger, error, { loop: name })
        return undefined
      })
      void ended.then(outcome => {
        clearTimeout(timer)
        if (signal === ending.signal) overdue.delete(name)
        resolve(outcome)
      })
    })
  }

  /** No abort signal, which `sleep` would take: some loops are woken at every commit, and each abort costs an error. */
  function pause(): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, typeof everyMs === 'function' ? everyMs() : everyMs)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  function wake() {
    isNotified = true
    endPause()
  }

  return {
    wake,
    async stop() {
      isStopped = true
      ending.abort()
      unsubscribe?.()
      wake()
      await finished
    },
  }
}

/**
 * Tells of a round that failed and is tried again. That another process of ours is away for a moment, as while all of
 * them start, is no warning: its own readiness says it, and the age of what waits for it.
 */
export function tellFailure(logger: Logger, error: unknown, context: Record<string, unknown>): void {
  if (error instanceof AppError && error.code === 'UNAVAILABLE') {
    logger.info({ ...context, reason: error.reason }, 'round waits for another process')
  } else {
    logger.warn({ ...context, err: error }, 'round failed')
  }
}

/** What `work` answers, or `otherwise` when that takes longer; the work itself goes on. */
export function within<T, D>(work: Promise<T>, deadlineMs: number, fallback: D): Promise<T | D> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(fallback), deadlineMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
