import type { Bus, FeedId } from './nats'

/** What is told of a feed over core NATS: its newest number and who publishes it; or that a replica has added to it. */
export type HeadTold = { head?: number; by?: string; isNew?: boolean }

export const headSubject = (feed: FeedId) => `head.${feed}`

/**
 * The newest number of a feed as its publisher announces it, with all that is new and every few seconds. It is a hint:
 * a wrong one costs its readers a call, or a minute.
 * @param onAnother another process publishes from now on, which may tell another past
 */
export function hearHead(bus: Pick<Bus, 'listen'>, feed: FeedId, onAnother: () => void) {
  let head = 0
  let publisher: string | undefined
  let at = 0
  let times = 0
  let isStopped = false
  let endPause = () => {}
  const listening = bus
    .listen(headSubject(feed), payload => {
      const told = payload as HeadTold
      if (!Number.isSafeInteger(told.head)) return
      head = Number(told.head)
      at = performance.now()
      times++
      if (told.by !== publisher) onAnother()
      publisher = told.by
      endPause()
    })
    .catch(() => undefined)

  return {
    head: () => head,
    /** When it was heard last, by the monotonic clock. */
    at: () => at,

    /** An answer that tells it as well; what is heard meanwhile may be newer. */
    async answered<T extends { head: number }>(answer: Promise<T>): Promise<T> {
      const before = times
      const told = await answer
      head = times === before ? told.head : Math.max(head, told.head)
      return told
    },

    /** Waits until something is heard, and no longer. */
    pause(longestMs: number): Promise<void> {
      return new Promise(resolve => {
        const timer = setTimeout(resolve, longestMs)
        endPause = () => {
          clearTimeout(timer)
          resolve()
        }
        if (isStopped) endPause()
      })
    },

    stop() {
      isStopped = true
      endPause()
      void listening.then(unlisten => unlisten?.())
    },
  }
}
