import type { AnyEvent } from '@cascade/contracts'
import { v7 as uuidv7 } from 'uuid'
import type { LedgerFeed } from '../events/bus'
import { type ReadFeed, startFeedPublisher } from '../events/feed-publisher'
import type { NewEvent } from '../events/outbox'
import type { ServiceParts } from '../process/service'

export type Told = Pick<NewEvent, 'type' | 'data'> & Partial<NewEvent> & { at?: Date }
export type ToldFeed = {
  read: ReadFeed
  /** Keeps events under the next numbers, after those that were told before. */
  tell: (events: readonly Told[]) => Promise<void>
  /** Whether all of it is in JetStream. */
  isPublished: () => Promise<boolean>
  stop: () => Promise<void>
}

/** A feed of the ledger with what a test tells: numbered as it is kept, and published by the real publisher. */
export function startToldFeed(
  { db, bus, instanceId, logger }: Pick<ServiceParts, 'db' | 'bus' | 'instanceId' | 'logger'>,
  name: LedgerFeed,
): ToldFeed {
  const feed = `accounts.${name}` as const
  const rows = db.collection<{ _id: number; event: AnyEvent }>(`told_${name}`)
  let head = 0
  let turn: Promise<unknown> = Promise.resolve()

  const read: ReadFeed = async (after, limit) => {
    const found = await rows.find({ _id: { $gt: after, $lte: after + limit } }).toArray()
    return { head, events: found.map(({ event }) => event).sort((a, b) => a.seq - b.seq) }
  }
  const publisher = startFeedPublisher({ db, bus, instanceId, logger, feed, read })

  async function keep(events: readonly Told[]) {
    const told = events.map(({ at = new Date(), ...event }, index): AnyEvent => {
      const shared = { actor: null, correlationId: 'test', causationId: null }
      return { ...shared, ...event, id: uuidv7(), at: at.toISOString(), seq: head + 1 + index }
    })
    await rows.insertMany(told.map(event => ({ _id: event.seq, event })))
    head += told.length
    publisher.poke()
  }

  return {
    read,
    tell(events) {
      const mine = turn.then(() => (events.length > 0 ? keep(events) : undefined))
      turn = mine.catch(() => undefined)
      return mine
    },
    async isPublished() {
      const mark = await db.collection<{ _id: string; published: number }>('feed_marks').findOne({ _id: feed })
      return Number(mark?.published ?? 0) === head
    },
    stop: publisher.stop,
  }
}
