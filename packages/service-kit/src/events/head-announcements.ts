import type { Bus, FeedId } from './nats'

/** What is told of a feed over core NATS: its newest number and who publishes it; or that a replica has added to it. */
export type HeadAnnouncement = { head?: number; by?: string; isNew?: boolean }

export const headSubject = (feed: FeedId) => `head.${feed}`

/**
 * The newest number of a feed as its publisher announces it, with all that is new and every few seconds. It is a hint:
 * a wrong one costs its readers a call, or a minute.
 * @param onPublisherChange another process publishes from now on, which may tell another past
 */
export function followHead(bus: Pick<Bus, 'listen'>, feed: FeedId, onPublisherChange: () => void) {
  let head = 0
  let publisher: string | undefined
  let lastHeardAt = 0
  let count = 0
  let isStopped = false
  let endPause = () => {}
  const listening = bus
    .listen(headSubject(feed), payload => {
      const announced = payload as HeadAnnouncement
      if (!Number.isSafeInteger(announced.head)) return
      head = Number(announced.head)
      lastHeardAt = performance.now()
      count++
      if (announced.by !== publisher) onPublisherChange()
      publisher = announced.by
      endPause()
    })
    .catch(() => undefined)

  return {
    head: () => head,
    /** When it was heard last, by the monotonic clock. */
    lastHeardAt: () => lastHeardAt,

    /** An answer that tells it as well; what is heard meanwhile may be newer. */
    async fromResponse<T extends { head: number }>(answer: Promise<T>): Promise<T> {
      const before = count
      const announced = await answer
      head = count === before ? announced.head : Math.max(head, announced.head)
      return announced
    },

    /** Waits until something is heard, and no longer. */
    pause(msMax: number): Promise<void> {
      return new Promise(resolve => {
        const timer = setTimeout(resolve, msMax)
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
