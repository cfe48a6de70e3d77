import { type AnyEvent, defineFeedCall, removedEventType } from '@cascade/contracts'
import type { InternalClient } from '../http/client'
import type { LeaseOf } from '../mongo/lease'
import { sleep, startLoop } from '../runtime/loop'
import type { Metrics } from '../telemetry/metrics'
import { createFeedCursor, type FeedCursorOptions, feedIdOf, type Position, type ReadEvent } from './cursor'
import { hasRetries } from './dead-letters'
import { followHead } from './head-announcements'
import type { Bus } from './nats'

export type FeedReplaced = (replaced: { cursorId: string; head: number }) => Promise<'again' | 'halt'>

/** Weight of an event, and the largest total weight of the events that one transaction applies. */
export type EventWeight = { of: (event: AnyEvent) => number; max: number }

const batchSizeDefault = 500
/** Pause after a small batch: each batch costs a call and a transaction. */
const gatherMsDefault = 100
const pauseAfterErrorMs = 500
/** Short, because a new leader may wait for this projection after the lease was released. */
const standbyMs = 1_000
const pollMs = 2_000
const pollWithNatsMs = 5_000
/** Interval at which the producer's history is compared even if nothing is new. */
const compareEveryMs = 60_000

/**
 * Keeps one projection up to date with one producer, on one replica at a time. NATS announces new events; events are
 * read from the producer alone, by gapless sequence number.
 * @param options.batchSize events per transaction, 500 by default
 * @param options.gatherMs pause after a small batch in milliseconds, 100 by default
 * @param options.weight bound of a transaction, for events with many rows; a single event is never divided
 */
export function startFeedConsumer(
  options: FeedCursorOptions & {
    bus: Bus
    call: InternalClient
    leaseOf: LeaseOf
    batchSize?: number
    gatherMs?: number
    weight?: EventWeight | undefined
    metrics?: Pick<Metrics, 'feedLag' | 'feedReplaced'>
    /**
     * Called when the producer was restored to an earlier state, with its newest sequence number. After a restore the
     * producer may emit other events under sequence numbers already read. Returns 'again' once the projection will be
     * rebuilt; otherwise this consumer stops applying events.
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
    weight,
    batchSize = batchSizeDefault,
    gatherMs = gatherMsDefault,
  } = options
  const feedId = feedIdOf(options)
  const cursor = createFeedCursor(options)
  const lease = leaseOf(`feed:${name}:${feedId}`)
  const feedCall = defineFeedCall(producer, feed)
  let lastRead = 0
  let lastRetry = 0
  let isHistoryVerified = false
  let isHalted = false
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

  async function applyNext(): Promise<number> {
    const current = await cursor.cachedPosition()
    const prefetching = next
    next = undefined
    const prefetched = await prefetching
    const { head, after, events } = prefetched?.after.lastSeq === current.lastSeq ? prefetched : await read(current)
    const before = events.find(({ seq }) => seq === after.lastSeq)
    const isReplaced = before && after.lastId && before.id !== after.lastId && before.type !== removedEventType
    const isRestored = head < after.lastSeq || isReplaced
    if (isRestored) return handleRestore(head, after.lastSeq)
    const fresh = events.filter(({ seq }) => seq > after.lastSeq)
    if (fresh.some(({ seq }, index) => seq !== after.lastSeq + 1 + index)) {
      throw new Error(`Events after ${after.lastSeq} are missing at the producer.`)
    }
    const last = fresh.at(-1)
    if (!last) return 0
    if (last.seq < head) {
      next = read({ lastSeq: last.seq, lastId: last.id })
      next.catch(() => undefined)
    }
    const parsed = fresh.flatMap(event => cursor.read(event) ?? [])
    for (const part of weight ? toParts(parsed, weight) : [parsed]) await cursor.apply(part)
    return fresh.length
  }

  type Batch = Awaited<ReturnType<typeof read>>

  /** Includes the last applied event, to detect a restored producer. */
  async function read(after: Position) {
    lastRead = performance.now()
    // Set before the call: the announcement of another publisher may reset it meanwhile.
    isHistoryVerified = true
    try {
      const body = { after: Math.max(0, after.lastSeq - 1), limit: batchSize }
      return { after, ...(await announcedHead.fromResponse(call(feedCall, { body }))) }
    } catch (error) {
      isHistoryVerified = false
      throw error
    }
  }

  async function handleRestore(head: number, lastSeq: number): Promise<0> {
    logger.error({ feed: feedId, head, lastSeq }, 'producer was restored to an earlier state')
    metrics?.feedReplaced.inc({ feed: `${name}:${feedId}` })
    cursor.forget()
    isHalted = (await onReplaced?.({ cursorId: cursor.id, head })) !== 'again'
    if (isHalted) logger.error({ feed: feedId }, 'feed consumer halted')
    return 0
  }

  async function retryWhenDue() {
    if (performance.now() - lastRetry < pollWithNatsMs) return
    lastRetry = performance.now()
    const { lastSeq } = await cursor.cachedPosition()
    metrics?.feedLag.set({ feed: `${name}:${feedId}` }, Math.max(0, announcedHead.head() - lastSeq))
    if (await hasRetries(db, cursor.id)) await cursor.retry()
  }

  return {
    lastSeq: cursor.lastSeq,
    async stop() {
      announcedHead.stop()
      await loop.stop()
      await lease.release().catch(() => undefined)
    },
  }
}
export type FeedConsumer = ReturnType<typeof startFeedConsumer>

function toParts(events: readonly ReadEvent[], { of, max }: EventWeight): ReadEvent[][] {
  const parts: ReadEvent[][] = []
  let sum = 0
  for (const one of events) {
    const own = one.isHandled ? of(one.event) : 0
    sum += own
    const part = sum > max ? undefined : parts.at(-1)
    if (part) part.push(one)
    else {
      parts.push([one])
      sum = own
    }
  }
  return parts
}
