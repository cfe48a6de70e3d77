import type { Bus, FeedId } from './nats'

/**
 * Message over core NATS: the newest sequence number of a feed and its publisher (`head`, `by`), or a request from
 * another replica to publish (`isNew`).
 */
export type HeadAnnouncement = { head?: number; by?: string; isNew?: boolean }

export const headSubject = (feed: FeedId) => `head.${feed}`

/**
 * Follows the announced head of a feed. It is a hint: a wrong value costs a consumer one call, or a minute's delay.
 * @param onPublisherChange another process publishes now, possibly after a restore
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
    lastHeardAt: () => lastHeardAt,

    /** Takes the head from a response, unless a newer announcement arrived meanwhile. */
    async fromResponse<T extends { head: number }>(answer: Promise<T>): Promise<T> {
      const before = count
      const response = await answer
      head = count === before ? response.head : Math.max(head, response.head)
      return response
    },

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
