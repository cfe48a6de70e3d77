import { type Measured, summaryOf } from '../measure'

/**
 * A closed loop of `callers` that goes on until it is stopped. What fails is thrown by `stop` and `since`.
 * @returns `since` sums up the calls that were answered after a moment of `performance.now()`
 */
export function startLoad(callers: number, once: (caller: number) => Promise<void>) {
  let isOver = false
  let failure: unknown
  const calls: { at: number; tookMs: number }[] = []
  const call = async (caller: number) => {
    for (let from = performance.now(); !isOver; from = performance.now()) {
      await once(caller)
      const at = performance.now()
      calls.push({ at, tookMs: at - from })
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
export type Load = ReturnType<typeof startLoad>
