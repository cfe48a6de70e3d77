import { type AnyEvent, removedEventType } from '@cascade/contracts'
import type { Collection, Db } from 'mongodb'
import type { CollectionSpec } from '../mongo/collections'
import { leaseCollection } from '../mongo/lease'
import { type Background, idleMs, startLoop } from '../runtime/loop'
import type { Logger } from '../telemetry/logger'
import type { Bus, FeedId } from './nats'

/** Events with `after < seq <= after + limit`, in order; `head` is the newest committed number. */
export type ReadFeed = (after: number, limit: number) => Promise<{ head: number; events: readonly AnyEvent[] }>

type FeedMark = { _id: string; published: number }

export const feedMarkCollections: readonly CollectionSpec[] = [{ name: 'feed_marks' }, leaseCollection()]
export const feedMarksOf = (db: Db): Collection<FeedMark> => db.collection('feed_marks')

const batchSize = 500
/**
 * Interval at which the position is stored. After a crash, later events are published again; JetStream drops them by
 * id.
 */
const markEveryMs = 1_000

/**
 * Copies events of a feed to its JetStream stream, for consumers outside this product. Runs in its own loop, so that a
 * missing or slow stream delays neither numbering nor announcements.
 * @param options.head newest number of the feed; undefined while another replica publishes
 */
export function startStreamWriter(options: {
  db: Db
  bus: Pick<Bus, 'isUp' | 'publishAll'>
  feed: FeedId
  read: ReadFeed
  head: () => number | undefined
  logger: Logger
}): Background & { notify: () => void } {
  const { db, bus, feed, read, head, logger } = options
  const marks = feedMarksOf(db)
  /** Undefined until the stored position is read, after an error, and while another replica publishes. */
  let published: number | undefined
  let marked = { published: -1, at: 0 }

  async function round(stopping: AbortSignal, progress: () => void) {
    const before = published
    published = undefined
    if (head() === undefined) return undefined
    let position = before ?? (await readMark())
    while (position < (head() ?? 0) && bus.isUp() && !stopping.aborted) {
      position = await writeAfter(position)
      await markWhenDue(position)
      progress()
    }
    await markWhenDue(position)
    published = position
    return undefined
  }

  async function writeAfter(position: number): Promise<number> {
    // The ledger serves its feed from memory only if more than one event is requested.
    const { events } = await read(Math.max(0, position - 1), batchSize)
    const fresh = events.filter(({ seq }) => seq > position)
    await bus.publishAll(
      feed,
      fresh.filter(({ type }) => type !== removedEventType),
    )
    const last = fresh.at(-1)
    if (!last) throw new Error(`feed ${feed}: events after ${position} are missing`)
    return last.seq
  }

  async function readMark(): Promise<number> {
    const row = await marks.findOne({ _id: feed })
    marked = { published: Number(row?.published ?? 0), at: performance.now() }
    return marked.published
  }

  async function markWhenDue(upTo: number) {
    if (upTo === marked.published || performance.now() - marked.at < markEveryMs) return
    await marks.updateOne({ _id: feed }, { $max: { published: upTo } }, { upsert: true })
    marked = { published: upTo, at: performance.now() }
  }

  const isIdle = () => published !== undefined && published === marked.published
  return startLoop(round, {
    everyMs: () => (isIdle() ? idleMs : markEveryMs),
    logger,
    name: `stream of ${feed}`,
  })
}
