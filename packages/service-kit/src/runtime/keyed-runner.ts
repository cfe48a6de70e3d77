import type { Logger } from 'pino'
import { type Background, withTimeout } from './loop'

const pauseMsMin = 1_000
const pauseMsMax = 60_000
/** Maximum run time of a task; the rest is left to its next run. */
const taskTimeoutMs = 10_000
/** A task that ignores its abort signal is abandoned. It must tolerate a second run meanwhile. */
const abandonAfterMsDefault = 30_000
const backoffKeysMax = 10_000

/** Exponential backoff per key, 1 s to 1 min; remembers the 10,000 keys that failed last. */
export function createBackoff() {
  const pauses = new Map<string, { untilMs: number; pauseMs: number }>()
  return {
    hasFailed: (key: string) => pauses.has(key),
    isReady: (key: string) => performance.now() >= (pauses.get(key)?.untilMs ?? 0),

    failed(key: string) {
      const pauseMs = Math.min((pauses.get(key)?.pauseMs ?? pauseMsMin / 2) * 2, pauseMsMax)
      pauses.delete(key)
      pauses.set(key, { untilMs: performance.now() + pauseMs, pauseMs })
      for (const oldest of pauses.keys()) {
        if (pauses.size <= backoffKeysMax) break
        pauses.delete(oldest)
      }
    },

    succeeded: (key: string) => pauses.delete(key),
  }
}

type Task = (signal: AbortSignal) => Promise<void>
export type KeyedRunner = ReturnType<typeof createKeyedRunner>

/** Keyed task runner: bounded concurrency, one run per key, backoff per key. Errors are logged. */
export function createKeyedRunner(options: {
  concurrency: number
  logger: Logger
  name: string
  abandonAfterMs?: number
}): Background & { start: (key: string, task: Task) => void } {
  const { concurrency, logger, name, abandonAfterMs = abandonAfterMsDefault } = options
  const stopping = new AbortController()
  const pauses = createBackoff()
  const waiting = new Map<string, Task>()
  const running = new Map<string, Promise<void>>()

  function startNext() {
    for (const [key, task] of waiting) {
      if (running.size >= concurrency || stopping.signal.aborted) return
      waiting.delete(key)
      running.set(
        key,
        Promise.resolve().then(() => run(key, task)),
      )
    }
  }

  async function run(key: string, task: Task): Promise<void> {
    try {
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(taskTimeoutMs)])
      const hasEnded = await withTimeout(
        task(signal).then(() => true),
        abandonAfterMs,
        false,
      )
      if (!hasEnded) throw new Error(`task abandoned after ${abandonAfterMs} ms`)
      pauses.succeeded(key)
    } catch (error) {
      pauses.failed(key)
      logger.error({ err: error, of: key }, `${name} failed`)
    }
    running.delete(key)
    startNext()
  }

  return {
    /** Queues the task, unless its key is queued, running or backing off. */
    start(key, task) {
      if (waiting.has(key) || running.has(key) || !pauses.isReady(key)) return
      waiting.set(key, task)
      startNext()
    },

    async stop() {
      stopping.abort()
      waiting.clear()
      await Promise.all(running.values())
    },
  }
}
