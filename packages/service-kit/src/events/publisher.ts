import type { AnyEvent } from '@cascade/contracts'
import type { Collection, Db } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import { sleep } from '../base/clock'
import type { Logger } from '../base/logger'
import { startLoop } from '../base/loop'
import { type LeaseOf, leasePlan } from '../data/lease'
import type { CollectionPlan } from '../data/mongo'
import type { Bus, FeedId } from './bus'
import { type HeadTold, headSubject } from './head'

const pauseAfterErrorMs = 500
/** Whoever stands by takes over so soon after the lease has ended; without NATS all are as quick. */
const lookEveryMs = 1_000
/** So often readers are told that nothing is new. */
const tellEveryMs = 4_000
/** Whoever commits wakes the publisher; so often it looks for what a process has left that ended before it could. */
const sweepEveryMs = 8_000

export type Publisher = {
  /** Called after a commit: events leave at once, whichever replica publishes. */
  poke: () => void
  stop: () => Promise<void>
}

/** Events with `after < seq <= after + limit`, in order; `head` is the newest number that is committed. */
export type ReadFeed = (after: number, limit: number) => Promise<{ head: number; events: readonly AnyEvent[] }>

/** How far a feed is in JetStream: one number for the whole feed, no mark on any event. */
type FeedMark = { _id: string; published: number }

export const feedMarkPlans: readonly CollectionPlan[] = [{ name: 'feed_marks' }, leasePlan()]
export const feedMarksOf = (db: Db): Collection<FeedMark> => db.collection('feed_marks')

const batchSize = 500
/** What was published since the last mark is published again after a crash; its id removes it from the stream. */
const markEveryMs = 1_000

/**
 * Brings events to JetStream, in the order of their numbers, by one replica at a time. NATS may be down: consumers fetch
 * by number whatever does not come.
 * @returns `poke`, to be called after each commit: events leave at once, whichever replica publishes.
 */
export function startFeedPublisher(options: {
  db: Db
  bus: Bus
  feed: FeedId
  read: ReadFeed
  /** Gives numbers to what was committed without, a batch of it. @returns whether there may be more */
  number?: () => Promise<boolean>
  /** Where to begin a feed that has no mark yet: the first number, unless told otherwise. */
  firstMark?: () => Promise<number>
  /** Name of its lease, `publisher:<feed>` unless told otherwise. */
  leaseName?: string
  /** Pause between two rounds in milliseconds, 15 unless told otherwise: under load, several commits leave together. */
  gatherMs?: number
  leaseOf: LeaseOf
  logger: Logger
}): Publisher {
  const { db, bus, feed, read, number, firstMark, leaseName = `publisher:${feed}`, gatherMs = 15, logger } = options
  const lease = options.leaseOf(leaseName)
  const marks = feedMarksOf(db)
  /** What this replica published last; undefined until it has read the mark, and after another one may have worked. */
  let published: number | undefined
  let marked = { published: -1, at: 0 }
  let swept = { head: 0, at: Number.NEGATIVE_INFINITY }
  /** Since the last round this process has committed something. */
  let isPoked = false
  const by = uuidv7()
  const tell = (told: HeadTold) => bus.broadcast(headSubject(feed), told)

  async function publishBatch(): Promise<boolean> {
    published ??= await readMark()
    // Numbers come first: they are what consumers fetch by when NATS is away.
    const more = (await number?.()) ?? false
    if (!bus.isUp()) return more
    const { head, events } = await read(published, batchSize)
    const last = events.at(-1)
    swept = { head, at: performance.now() }
    tell({ head, by })
    if (!last) {
      await mark(published)
      return more
    }
    await bus.publishAll(feed, events)
    published = last.seq
    if (performance.now() - marked.at > markEveryMs) await mark(published)
    return more || events.length === batchSize
  }

  async function readMark(): Promise<number> {
    const row = await marks.findOne({ _id: feed })
    const from = row ? Number(row.published) : ((await firstMark?.()) ?? 0)
    // Before anything gets the next number: without a mark it would count as published.
    if (!row) await marks.updateOne({ _id: feed }, { $max: { published: from } }, { upsert: true })
    marked = { published: from, at: performance.now() }
    return from
  }

  async function mark(upTo: number) {
    if (upTo === marked.published) return
    await marks.updateOne({ _id: feed }, { $max: { published: upTo } }, { upsert: true })
    marked = { published: upTo, at: performance.now() }
  }

  async function round(stopping: AbortSignal, progress: () => void) {
    try {
      const wasPoked = isPoked
      isPoked = false
      if (!(await lease.hold())) {
        published = undefined
        if (wasPoked) tell({ isNew: true })
      } else if (!wasPoked && isQuiet() && performance.now() - swept.at < sweepEveryMs) tell({ head: swept.head, by })
      else while (!stopping.aborted && (await publishBatch()) && (await lease.hold())) progress()
    } catch (error) {
      published = undefined
      // A database that is away is not asked again at each commit that is tried.
      await sleep(pauseAfterErrorMs, stopping)
      throw error
    }
    await sleep(gatherMs, stopping)
    return undefined
  }
  const isQuiet = () => bus.isUp() && published === marked.published
  const everyMs = () => (isQuiet() ? tellEveryMs : lookEveryMs)
  const loop = startLoop(round, { everyMs, logger, name: leaseName })
  const listening = bus
    .listen(headSubject(feed), told => {
      if ((told as HeadTold).isNew && published !== undefined) poke()
    })
    .catch(() => undefined)

  function poke() {
    isPoked = true
    loop.wake()
  }

  return {
    poke,
    async stop() {
      void listening.then(unlisten => unlisten?.())
      await loop.stop()
      await lease.drop().catch(() => undefined)
    },
  }
}
