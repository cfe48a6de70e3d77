import type { AnyEvent } from '@cascade/contracts'
import { v7 as uuidv7 } from 'uuid'
import type { LeaseOf } from '../mongo/lease'
import { sleep, startLoop } from '../runtime/loop'
import type { Logger } from '../telemetry/logger'
import { type HeadAnnouncement, headSubject } from './head-announcements'
import type { Bus, FeedId } from './nats'

const pauseAfterErrorMs = 500
/** Poll interval of a standby, and of the leader without NATS. */
const takeoverEveryMs = 1_000
const announceEveryMs = 4_000
/** Poll interval that picks up rows of a crashed process. */
const sweepEveryMs = 8_000
/** More new events than this are not broadcast. */
const broadcastMax = 1_000
/** Events per broadcast, which NATS limits to 1 MB: an event of a settled draw names up to 500 players. */
const broadcastSize = 10

/** Events with `after < seq <= after + limit`, in order; `head` is the newest committed number. */
export type ReadFeed = (after: number, limit: number) => Promise<{ head: number; events: readonly AnyEvent[] }>

/**
 * Makes the message over core NATS about the events with the numbers from `after` + 1 to `upTo`; undefined for none.
 * Messages may be lost: a listener that needs all of them compares `after` with the `upTo` of the message before.
 */
export type Broadcast = (
  events: readonly AnyEvent[],
  range: { after: number; upTo: number },
) => { subject: string; payload: unknown } | undefined

export type Publisher = {
  /** Call after a commit; the active publisher announces it at once. */
  notify: () => void
  stop: () => Promise<void>
}

/**
 * Announces the head of a feed over NATS, on one replica at a time. Consumers read events from this service, and poll
 * while NATS is down.
 */
export function startFeedPublisher(options: {
  bus: Bus
  feed: FeedId
  read: ReadFeed
  broadcast?: Broadcast | undefined
  /** Numbers a batch of committed events. @returns whether there may be more */
  number?: () => Promise<boolean>
  leaseName?: string
  /** Pause between rounds in milliseconds, 15 by default: under load, several commits share an announcement. */
  gatherMs?: number
  leaseOf: LeaseOf
  logger: Logger
}): Publisher {
  const { bus, feed, read, broadcast, number, leaseName = `publisher:${feed}`, gatherMs = 15, logger } = options
  const lease = options.leaseOf(leaseName)
  let head: number | undefined
  let sweptAt = Number.NEGATIVE_INFINITY
  let isNotified = false
  const by = uuidv7()
  const announce = (message: HeadAnnouncement) => bus.broadcast(headSubject(feed), message)

  async function announceNew(): Promise<boolean> {
    const more = (await number?.()) ?? false
    const before = head
    const limit = broadcast && before !== undefined ? broadcastMax : 1
    const { head: newest, events } = await read(Math.max(0, (before ?? 0) - 1), limit)
    head = newest
    sweptAt = performance.now()
    announce({ head, by })
    // A broadcast leaves out what was committed before this replica took over, and more than the limit.
    const after = before !== undefined && newest - before < limit ? before : newest
    broadcastEach(
      events.filter(({ seq }) => seq > after && seq <= newest),
      { after, upTo: newest },
    )
    return more
  }

  function broadcastEach(events: readonly AnyEvent[], { after, upTo }: { after: number; upTo: number }) {
    const rest = events.slice(broadcastSize)
    const end = rest[0] ? rest[0].seq - 1 : upTo
    const message = broadcast?.(events.slice(0, broadcastSize), { after, upTo: end })
    if (message) bus.broadcast(message.subject, message.payload)
    if (rest.length > 0) broadcastEach(rest, { after: end, upTo })
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
      await lease.release().catch(() => undefined)
    },
  }
}
