import { feedCallOf } from '@cascade/contracts'
import type { Consumer, JsMsg } from 'nats'
import { sleep } from '../base/clock'
import { startLoop } from '../base/loop'
import type { Metrics } from '../base/metrics'
import type { LeaseOf } from '../data/lease'
import type { InternalClient } from '../http/internal-client'
import type { Bus } from './bus'
import { isMarked } from './dead-letters'
import { createFeedCursor, durableOf, type FeedCursorOptions, feedIdOf, type ReadEvent } from './feed-cursor'
import { hearHead } from './head'
import { jsonOf, openConsumer, pullMessages } from './pull'

export type FeedReplaced = (replaced: { cursorId: string; head: number }) => Promise<'again' | 'halt'>

/** Of the messages the last is kept: to acknowledge it is to acknowledge all. */
type Pulled = { count: number; last?: JsMsg | undefined; events: readonly ReadEvent[] }
const nothing: Pulled = { count: 0, events: [] }

const eventsTogether = 500
/** After a small batch: messages that trickle in are applied together, as each batch is a transaction. */
const shortGatherMs = 100
const pauseAfterErrorMs = 500
/** Another replica may have given the lease back: whoever needs what this reads waits for it, as a new engine does. */
const standbyMs = 1_000
/** Between two questions to the producer when nothing is heard; without NATS it is all that brings events. */
const pollMs = 2_000
const pollBesideBusMs = 5_000
/** A publisher says every few seconds where its feed stands; that what it tells is still the same past is asked so often. */
const compareEveryMs = 60_000

/**
 * Keeps one projection up to date with one producer. JetStream brings events quickly; what it lost, repeated or
 * reordered is seen by the gapless number and fetched from the producer. One replica works at a time.
 * @param options.batchSize events of one transaction, 500 unless told otherwise.
 * @param options.gatherMs pause after a small batch in milliseconds, 100 unless told otherwise.
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
    batchSize = eventsTogether,
    gatherMs = shortGatherMs,
  } = options
  const feedId = feedIdOf(options)
  const cursor = createFeedCursor(options)
  const lease = leaseOf(`feed:${name}:${feedId}`)
  const feedCall = feedCallOf(producer, feed)
  let lastPoll = 0
  let lastRetry = 0
  /** The producer's past was compared with ours, and is the same. */
  let isSame = false
  let isHalted = false
  let consumer: Consumer | undefined
  /** What comes next of a backlog, fetched and read while the database writes what came before. */
  let pulling: Promise<Pulled> | undefined
  const heard = hearHead(bus, feedId, () => {
    isSame = false
  })
  const loop = startLoop(round, { everyMs: pauseAfterErrorMs, logger, name: `feed ${feedId} of ${name}` })

  async function round(signal: AbortSignal): Promise<'again'> {
    if (!(await lease.hold())) {
      cursor.forget()
      await sleep(standbyMs, signal)
      return 'again'
    }
    if (isHalted || !isSame) await compare(signal)
    const { count, last, events } = isHalted ? nothing : await (pulling ?? pull(signal))
    const isBacklog = count >= batchSize / 2
    pulling = isBacklog ? pull(signal, true) : undefined
    await applyEvents(events, signal)
    last?.ack()
    if (!isHalted) await catchUpWhenDue(count === 0, signal)
    if (!isHalted) await retryWhenDue()
    if (count > 0 && !isBacklog) await sleep(gatherMs, signal)
    return 'again'
  }

  /**
   * Before the first message: what continues the numbers may belong to another past. A backlog is left to JetStream, so
   * that whoever was away does not burden the producer.
   */
  async function compare(signal: AbortSignal) {
    if (isHalted) return sleep(pollMs, signal)
    isSame = (await ask(1)) !== undefined
  }

  async function applyEvents(events: readonly ReadEvent[], signal: AbortSignal) {
    if (events.length === 0) return
    const { lastSeq: last } = await cursor.knownPosition()
    const fresh = [...new Map(events.map(one => [one.event.seq, one])).values()]
      .filter(({ event }) => event.seq > last)
      .sort((a, b) => a.event.seq - b.event.seq)
    if (fresh.length === 0) return
    // A message is only a hint: what has a gap, or cannot be read, is asked of the producer.
    const isSound = fresh.every(({ event, fault }, index) => event.seq === last + 1 + index && fault === undefined)
    if (isSound) await cursor.apply(fresh)
    else await catchUp(signal)
  }

  async function catchUpWhenDue(idle: boolean, signal: AbortSignal) {
    if (!idle) return
    const { lastSeq } = await cursor.knownPosition()
    if (heard.head() !== lastSeq || performance.now() - lastPoll > compareEveryMs || isSilent()) await catchUp(signal)
  }

  /** Nothing was heard of the producer for too long, neither by an announcement nor by an answer. */
  const isSilent = () => performance.now() - Math.max(lastPoll, heard.at()) > (bus.isUp() ? pollBesideBusMs : pollMs)

  async function retryWhenDue() {
    if (performance.now() - lastRetry < pollBesideBusMs) return
    lastRetry = performance.now()
    const { lastSeq } = await cursor.knownPosition()
    metrics?.feedLag.set({ feed: `${name}:${feedId}` }, Math.max(0, heard.head() - lastSeq))
    if (await isMarked(db, cursor.id)) await cursor.retry()
  }

  async function catchUp(signal: AbortSignal) {
    for (;;) {
      const answer = await ask(batchSize)
      if (!answer) return
      const { fresh, lastSeq, head } = answer
      if (fresh.some(({ seq }, index) => seq !== lastSeq + 1 + index)) {
        throw new Error(`Events after ${lastSeq} are missing at their producer.`)
      }
      if (fresh.length > 0) await cursor.apply(fresh.flatMap(event => cursor.read(event) ?? []))
      if (fresh.length === 0 || (fresh.at(-1)?.seq ?? 0) >= head || signal.aborted) return
    }
  }

  /** What the producer tells next; undefined when it was put back to an earlier state. */
  async function ask(limit: number) {
    lastPoll = performance.now()
    const { lastSeq, lastId } = await cursor.knownPosition()
    // The last one that was applied comes along, to see that it is still the same.
    const after = Math.max(0, lastSeq - 1)
    const { head, events } = await heard.answered(call(feedCall, { body: { after, limit } }))
    const last = events.find(({ seq }) => seq === lastSeq)
    if (head >= lastSeq && (!last || !lastId || last.id === lastId)) {
      return { head, lastSeq, fresh: events.filter(({ seq }) => seq > lastSeq) }
    }
    await replaced(head, lastSeq)
    return undefined
  }

  async function replaced(head: number, lastSeq: number) {
    logger.error({ feed: feedId, head, lastSeq }, 'the producer was put back to an earlier state')
    metrics?.feedReplaced.inc({ feed: `${name}:${feedId}` })
    cursor.forget()
    isHalted = (await onReplaced?.({ cursorId: cursor.id, head })) !== 'again'
    if (isHalted) logger.error({ feed: feedId }, 'nothing more is applied here')
  }

  /**
   * Never fails: without messages, the producer is asked. JetStream is asked only once it has something to give, which
   * an announcement tells.
   */
  async function pull(signal: AbortSignal, isBacklog = false): Promise<Pulled> {
    if (!bus.isUp()) {
      await sleep(pollMs / 2, signal)
      return nothing
    }
    try {
      if (!isBacklog && (await isLevel())) {
        await heard.pause(pollBesideBusMs)
        if (!isSame || (await isLevel())) return nothing
      }
      consumer ??= await openConsumer(bus, feedId, {
        durable: durableOf({ name, feed: feedId }),
        ackWaitMs: 30_000,
        acksTogether: true,
      })
      const messages = await pullMessages(consumer, batchSize)
      return { count: messages.length, last: messages.at(-1), events: messages.flatMap(eventOf) }
    } catch (error) {
      consumer = undefined
      logger.debug({ err: error, feed: feedId }, 'pull failed')
      await sleep(pauseAfterErrorMs, signal)
      return nothing
    }
  }

  const isLevel = async () => (await cursor.knownPosition()).lastSeq === heard.head()

  function eventOf(message: JsMsg): ReadEvent[] {
    const event = cursor.read(jsonOf(message))
    if (!event) logger.error({ subject: message.subject }, 'not an event')
    return event ? [event] : []
  }

  return {
    lastSeq: cursor.lastSeq,
    async stop() {
      heard.stop()
      await loop.stop()
      await lease.drop().catch(() => undefined)
    },
  }
}
export type FeedConsumer = ReturnType<typeof startFeedConsumer>
