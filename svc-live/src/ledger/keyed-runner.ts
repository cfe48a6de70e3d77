import { type Background, type Logger, within } from '@cascade/service-kit'

const firstPauseMs = 1_000
const longestPauseMs = 60_000
/** No one work keeps its place longer than this; what is left of it comes with a later look. */
const longestWorkMs = 10_000
/** Work that does not heed its signal is abandoned; it must bear to run a second time beside that. */
const abandonedAfterMs = 30_000
const mostPauses = 10_000

/** Keeps what fails from being tried at every look: after a second, then two, then four … up to a minute. */
export function createPauses() {
  const pauses = new Map<string, { untilMs: number; pauseMs: number }>()
  return {
    /** It has failed before, and has not succeeded since. */
    has: (key: string) => pauses.has(key),
    isOver: (key: string) => performance.now() >= (pauses.get(key)?.untilMs ?? 0),

    failed(key: string) {
      const pauseMs = Math.min((pauses.get(key)?.pauseMs ?? firstPauseMs / 2) * 2, longestPauseMs)
      pauses.delete(key)
      pauses.set(key, { untilMs: performance.now() + pauseMs, pauseMs })
      for (const oldest of pauses.keys()) {
        if (pauses.size <= mostPauses) break
        pauses.delete(oldest)
      }
    },

    succeeded: (key: string) => pauses.delete(key),
  }
}

type Work = (signal: AbortSignal) => Promise<void>
export type Fates = ReturnType<typeof createFates>

/**
 * Work on many things at once of which none waits for another: some at the same time, each at most once, and what fails
 * is logged and left alone for a while.
 */
export function createFates(options: {
  atOnce: number
  logger: Logger
  name: string
  abandonAfterMs?: number
}): Background & { start: (key: string, work: Work) => void } {
  const { atOnce, logger, name, abandonAfterMs = abandonedAfterMs } = options
  const stopping = new AbortController()
  const pauses = createPauses()
  const waiting = new Map<string, Work>()
  const running = new Map<string, Promise<void>>()

  function pump() {
    for (const [key, work] of waiting) {
      if (running.size >= atOnce || stopping.signal.aborted) return
      waiting.delete(key)
      running.set(
        key,
        Promise.resolve().then(() => run(key, work)),
      )
    }
  }

  async function run(key: string, work: Work): Promise<void> {
    try {
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(longestWorkMs)])
      const hasEnded = await within(
        work(signal).then(() => true),
        abandonAfterMs,
        false,
      )
      if (!hasEnded) throw new Error(`abandoned: it did not end within ${abandonAfterMs} ms`)
      pauses.succeeded(key)
    } catch (error) {
      pauses.failed(key)
      logger.error({ err: error, of: key }, `${name} failed`)
    }
    running.delete(key)
    pump()
  }

  return {
    /** Begins it as soon as there is room, unless it is under way already, or has failed a moment ago. */
    start(key, work) {
      if (waiting.has(key) || running.has(key) || !pauses.isOver(key)) return
      waiting.set(key, work)
      pump()
    },

    async stop() {
      stopping.abort()
      waiting.clear()
      await Promise.all(running.values())
    },
  }
}
