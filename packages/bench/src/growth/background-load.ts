import { setTimeout as sleep } from 'node:timers/promises'
import { type Measured, summaryOf } from '../measure'

const pauseMs = 50

/**
 * A closed loop of `callers` that goes on until it is stopped. Who is refused because the service is busy asks again,
 * and all of that is one call; what else fails is thrown by `stop` and `since`.
 * @returns `since` sums up the calls that were answered after a moment of `performance.now()`
 */
export function startLoad(callers: number, once: (caller: number) => Promise<void>) {
  let isOver = false
  let failure: unknown
  let refused = 0
  const calls: { at: number; tookMs: number }[] = []
  const call = async (caller: number) => {
    for (let from = performance.now(); !isOver; from = performance.now()) {
      await untilTaken(() => once(caller))
      const at = performance.now()
      calls.push({ at, tookMs: at - from })
    }
  }
  async function untilTaken(work: () => Promise<void>) {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (!String(error).includes('answered 429')) throw error
        refused++
        await sleep(pauseMs)
      }
    }
  }
  const all = Promise.all(Array.from({ length: callers }, (_, caller) => call(caller))).catch(error => {
    isOver = true
    failure = error
  })
  const requireWhole = () => {
    if (failure !== undefined) throw failure
  }
  return {
    refused: () => refused,
    since(from: number): Measured {
      requireWhole()
      const own = calls.filter(({ at }) => at >= from).map(({ tookMs }) => tookMs)
      return summaryOf(own, performance.now() - from)
    },
    async stop() {
      isOver = true
      await all
      requireWhole()
    },
  }
}
