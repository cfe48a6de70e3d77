import { feedCallOf } from '@cascade/contracts'
import { sleep } from '../clock'
import type { InternalClient } from '../http/client'
import { startLoop } from '../loop'
import type { LeaseOf } from '../mongo/lease'
import type { Metrics } from '../telemetry/metrics'
import { createFeedCursor, type FeedCursorOptions, feedIdOf, type Position } from './cursor'
import { isMarked } from './dead-letters'
import { followHead } from './head-announcements'
import type { Bus } from './nats'

export type FeedReplaced = (replaced: { cursorId: string; head: number }) => Promise<'again' | 'halt'>

const batchSizeDefault = 500
/** After a small batch: events that trickle in are applied together, as each batch is a call and a transaction. */
const gatherMsDefault = 100
const pauseAfterErrorMs = 500
/** Another replica may have given the lease back: whoever needs what this reads waits for it, as a new engine does. */
const standbyMs = 1_000
/** Between two reads when no announcement arrives; without NATS that is all that brings events. */
const pollMs = 2_000
const pollWithNatsMs = 5_000
/** Announcements say how far a feed goes; this read proves that its past is still the same. */
const compareEveryMs = 60_000

/**
 * Keeps one projection up to date with one producer. Announcements over NATS say that there is something new; events
 * are read from the producer alone, by their gapless number. One replica works at a time.
 * @param options.batchSize events of one transaction, 500 by default.
 * @param options.gatherMs pause after a small batch in milliseconds, 100 by default.
 */
export function startFeedConsumer(
  options: FeedCursorOptions & {
    bus: Bus
    call: InternalClient
    leaseOf: LeaseOf
    batchSize?: number
    gatherMs?: number
    metrics?: Pick<Metrics, 'feedLag' | 'feedReplaced'>
    /**
     * Called when the producer was put back to an earlier state, whose newest event is `head`, and tells other events
     * under numbers that were read already. It sees to it that everything is read `again`, here or elsewhere; without
     * it, or when it says so, nothing more is applied here.
     */
    onReplaced?: FeedReplaced
  },
) {
  const {
    db,
    bus,
    call,
    producer,
    feed,
    name,
    leaseOf,
    logger,
    metrics,
    onReplaced,
    batchSize = batchSizeDefault,
    gatherMs = gatherMsDefault,
  } = options
  const feedId = feedIdOf(options)
  const cursor = createFeedCursor(options)
  const lease = leaseOf(`feed:${name}:${feedId}`)
  const feedCall = feedCallOf(producer, feed)
  let lastRead = 0
  let lastRetry = 0
  /** The producer's past was compared with ours, and is the same. */
  let isHistoryVerified = false
  let isHalted = false
  /** The batch behind the one that the database writes. */
  let next: Promise<Batch> | undefined
  const announcedHead = followHead(bus, feedId, () => {
    isHistoryVerified = false
    next = undefined
  })
  const loop = startLoop(round, { everyMs: pauseAfterErrorMs, logger, name: `feed ${feedId} of ${name}` })

  async function round(signal: AbortSignal): Promise<'again'> {
    if (!(await lease.hold())) {
      cursor.forget()
      next = undefined
      await sleep(standbyMs, signal)
      return 'again'
    }
    if (isHalted) {
      await sleep(pollMs, signal)
      return 'again'
    }
    const { lastSeq } = await cursor.cachedPosition()
    if (!isDue(lastSeq)) await announcedHead.pause(silenceMsMax())
    const count = isDue(lastSeq) ? await applyNext() : 0
    await retryWhenDue()
    if (count > 0 && count < batchSize / 2) await sleep(gatherMs, signal)
    return 'again'
  }

  function isDue(lastSeq: number): boolean {
    const now = performance.now()
    const isSilent = now - Math.max(lastRead, announcedHead.lastHeardAt()) > silenceMsMax()
    return !isHistoryVerified || announcedHead.head() !== lastSeq || isSilent || now - lastRead > compareEveryMs
  }

  const silenceMsMax = () => (bus.isUp() ? pollWithNatsMs : pollMs)

  /** Applies the next batch while the one behind it is read. @returns how many events there were */
  async function applyNext(): Promise<number> {
    const current = await cursor.cachedPosition()
    const prefetching = next
    next = undefined
    const prefetched = await prefetching
    const { head, after, events } = prefetched?.after.lastSeq === current.lastSeq ? prefetched : await read(current)
    const before = events.find(({ seq }) => seq === after.lastSeq)
    const isReplaced = head < after.lastSeq || (before && after.lastId && before.id !== after.lastId)
    if (isReplaced) return replaced(head, after.lastSeq)
    const fresh = events.filter(({ seq }) => seq > after.lastSeq)
    if (fresh.some(({ seq }, index) => seq !== after.lastSeq + 1 + index)) {
      throw new Error(`Events after ${after.lastSeq} are missing at their producer.`)
    }
    const last = fresh.at(-1)
    if (!last) return 0
    if (last.seq < head) {
      next = read({ lastSeq: last.seq, lastId: last.id })
      // The next round awaits it, or reads again.
      next.catch(() => undefined)
    }
    await cursor.apply(fresh.flatMap(event => cursor.read(event) ?? []))
    return fresh.length
  }

  type Batch = Awaited<ReturnType<typeof read>>

  /** The last event that was applied comes along, to see that it is still the same. */
  async function read(after: Position) {
    lastRead = performance.now()
    // Unless another publisher is heard meanwhile.
    isHistoryVerified = true
    try {
      const body = { after: Math.max(0, after.lastSeq - 1), limit: batchSize }
      return { after, ...(await announcedHead.fromResponse(call(feedCall, { body }))) }
    } catch (error) {
      isHistoryVerified = false
      throw error
    }
  }

  async function replaced(head: number, lastSeq: number): Promise<0> {
    logger.error({ feed: feedId, head, lastSeq }, 'the producer was put back to an earlier state')
    metrics?.feedReplaced.inc({ feed: `${name}:${feedId}` })
    cursor.forget()
    isHalted = (await onReplaced?.({ cursorId: cursor.id, head })) !== 'again'
    if (isHalted) logger.error({ feed: feedId }, 'nothing more is applied here')
    return 0
  }

  async function retryWhenDue() {
    if (performance.now() - lastRetry < pollWithNatsMs) return
    lastRetry = performance.now()
    const { lastSeq } = await cursor.cachedPosition()
    metrics?.feedLag.set({ feed: `${name}:${feedId}` }, Math.max(0, announcedHead.head() - lastSeq))
    if (await isMarked(db, cursor.id)) await cursor.retry()
  }

  return {
    lastSeq: cursor.lastSeq,
    async stop() {
      announcedHead.stop()
      await loop.stop()
      await lease.drop().catch(() => undefined)
    },
  }
}
export type FeedConsumer = ReturnType<typeof startFeedConsumer>
