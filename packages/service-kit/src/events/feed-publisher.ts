import type { AnyEvent } from '@cascade/contracts'
import type { Db } from 'mongodb'
import type { CollectionPlan } from '../data/mongo'
import type { Logger } from '../process/logger'
import type { Bus, FeedId } from './bus'
import { type Publisher, startPublishing } from './publishing'

/** Events with `after < seq <= after + limit`, in order; `head` is the newest number that is committed. */
export type ReadFeed = (after: number, limit: number) => Promise<{ head: number; events: readonly AnyEvent[] }>

/** How far a feed is in JetStream: one number for the whole feed, no mark on any event. */
type FeedMark = { _id: string; published: number }

export const feedMarkPlans: readonly CollectionPlan[] = [{ name: 'feed_marks' }]

const batchSize = 500

/**
 * Brings events to JetStream that were numbered in the transaction that made them, in order, by one replica at a time.
 * NATS may be down: consumers fetch by number whatever does not come.
 * @returns `poke`, to be called after each commit: events leave at once instead of at the next second.
 */
export function startFeedPublisher(options: {
  db: Db
  bus: Bus
  feed: FeedId
  read: ReadFeed
  instanceId: string
  logger: Logger
}): Publisher {
  const { db, bus, feed, read } = options
  const marks = db.collection<FeedMark>('feed_marks')
  /** What this replica published last; undefined until it has read the mark under its lease. */
  let published: number | undefined

  async function publishBatch(): Promise<boolean> {
    published ??= Number((await marks.findOne({ _id: feed }))?.published ?? 0)
    const { head, events } = await read(published, batchSize)
    const last = events.at(-1)
    if (!last) return false
    bus.broadcast(`head.${feed}`, { head })
    if (!bus.isUp()) return false
    await bus.ensureStream(feed)
    await Promise.all(events.map(event => bus.publish(event)))
    await marks.updateOne({ _id: feed }, { $max: { published: last.seq } }, { upsert: true })
    published = last.seq
    return events.length === batchSize
  }

  return startPublishing({
    ...options,
    lease: `publisher:${feed}`,
    gatherMs: 15,
    publish: publishBatch,
    onLost: () => {
      published = undefined
    },
  })
}
