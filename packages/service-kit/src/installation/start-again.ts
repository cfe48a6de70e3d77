import { sleep } from '../process/clock'
import type { Logger } from '../process/logger'

type Stop = () => Promise<void>

const pauseMs = 1_000
const attempts = 30

/**
 * Starts something, and stops and starts it again whenever it calls `change`. A later start that fails is tried again
 * for half a minute; then the process ends, for whoever watches it to start it anew.
 */
export async function startAgainOnChange(
  start: (change: () => void) => Promise<Stop>,
  logger: Pick<Logger, 'warn'>,
): Promise<Stop> {
  let isEnding = false
  let changing: Promise<void> = Promise.resolve()
  const change = () => {
    changing = changing.then(again)
  }
  let stop: Stop = await start(change)

  async function again() {
    if (isEnding) return
    await stop()
    stop = async () => undefined
    for (let attempt = 1; !isEnding; attempt++) {
      try {
        stop = await start(change)
        return
      } catch (error) {
        if (attempt === attempts) throw error
        logger.warn({ err: error }, 'it did not start again yet')
        await sleep(pauseMs)
      }
    }
  }

  return async () => {
    isEnding = true
    await changing
    await stop()
  }
}
