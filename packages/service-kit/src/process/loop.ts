import { sleep } from './clock'
import type { Logger } from './logger'

/** Something that runs beside the calls and must be ended before the database is closed. */
export type Background = { stop: () => Promise<void> }

/**
 * Runs `round` again and again until it is stopped: at once after a round that answers `'again'`, else `everyMs` later
 * or when it is woken. A round that fails is logged and tried again after the pause.
 */
export function startLoop(
  round: (signal: AbortSignal) => Promise<'again' | undefined>,
  options: {
    everyMs: number
    logger: Logger
    name: string
    isExpected?: (error: unknown) => boolean
    /** Pause before the first round. */
    startAfterMs?: number
  },
): Background & { wake: () => void } {
  const { everyMs, logger, name, isExpected = () => false, startAfterMs = 0 } = options
  const stopping = new AbortController()
  let woken = new AbortController()
  const finished = run()

  async function run() {
    if (startAfterMs > 0) await sleep(startAfterMs, stopping.signal)
    while (!stopping.signal.aborted) {
      const next = new AbortController()
      woken = next
      const outcome = await round(stopping.signal).catch((error: unknown) => {
        if (!isExpected(error)) logger.warn({ err: error, loop: name }, 'round failed')
        return undefined
      })
      if (outcome !== 'again') await sleep(everyMs, AbortSignal.any([stopping.signal, next.signal]))
    }
  }

  return {
    wake: () => woken.abort(),
    async stop() {
      stopping.abort()
      await finished
    },
  }
}
