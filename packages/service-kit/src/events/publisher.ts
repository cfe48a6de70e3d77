import type { Db } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import type { LeaseOf } from '../mongo/lease'
import { sleep } from '../runtime/clock'
import { startLoop } from '../runtime/loop'
import type { Logger } from '../telemetry/logger'
import { type HeadAnnouncement, headSubject } from './head-announcements'
import type { Bus, FeedId } from './nats'
import { type ReadFeed, startStreamWriter } from './stream-writer'

const pauseAfterErrorMs = 500
/** Poll interval of a standby, and of the leader without NATS. */
const takeoverEveryMs = 1_000
const announceEveryMs = 4_000
/** Poll interval that picks up rows of a crashed process. */
const sweepEveryMs = 8_000

export type Publisher = {
  /** Call after a commit; the active publisher announces it at once. */
  notify: () => void
  stop: () => Promise<void>
}

/**
 * Announces the head of a feed over NATS, on one replica at a time, and copies events to their stream. Consumers read
 * events from this service, and poll while NATS is down.
 */
export function startFeedPublisher(options: {
  db: Db
  bus: Bus
  feed: FeedId
  read: ReadFeed
  /** Numbers a batch of committed events. @returns whether there may be more */
  number?: () => Promise<boolean>
  leaseName?: string
  /** Pause between rounds in milliseconds, 15 by default: under load, several commits share an announcement. */
  gatherMs?: number
  leaseOf: LeaseOf
  logger: Logger
}): Publisher {
  const { db, bus, feed, read, number, leaseName = `publisher:${feed}`, gatherMs = 15, logger } = options
  const lease = options.leaseOf(leaseName)
  let head: number | undefined
  let sweptAt = Number.NEGATIVE_INFINITY
  let isNotified = false
  const by = uuidv7()
  const stream = startStreamWriter({ db, bus, feed, read, head: () => head, logger })
  const announce = (message: HeadAnnouncement) => bus.broadcast(headSubject(feed), message)

  async function announceNew(): Promise<boolean> {
    const more = (await number?.()) ?? false
    head = (await read(Math.max(0, (head ?? 0) - 1), 1)).head
    sweptAt = performance.now()
    announce({ head, by })
    stream.notify()
    return more
  }

  async function round(stopping: AbortSignal, progress: () => void) {
    try {
      const wasNotified = isNotified
      isNotified = false
      if (!(await lease.hold())) {
        head = undefined
        if (wasNotified) announce({ isNew: true })
      } else if (!wasNotified && isIdle() && performance.now() - sweptAt < sweepEveryMs) announce({ head, by })
      else while (!stopping.aborted && (await announceNew()) && (await lease.hold())) progress()
    } catch (error) {
      head = undefined
      // Back off: every commit attempt notifies this loop.
      await sleep(pauseAfterErrorMs, stopping)
      throw error
    }
    await sleep(gatherMs, stopping)
    return undefined
  }
  const isIdle = () => bus.isUp() && head !== undefined
  const everyMs = () => (isIdle() ? announceEveryMs : takeoverEveryMs)
  const loop = startLoop(round, { everyMs, logger, name: leaseName })
  const listening = bus
    .listen(headSubject(feed), message => {
      if ((message as HeadAnnouncement).isNew && head !== undefined) notify()
    })
    .catch(() => undefined)

  function notify() {
    isNotified = true
    loop.notify()
  }

  return {
    notify: notify,
    async stop() {
      void listening.then(unlisten => unlisten?.())
      await loop.stop()
      await stream.stop()
      await lease.release().catch(() => undefined)
    },
  }
}
