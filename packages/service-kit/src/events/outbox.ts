import type { AnyEvent, DomainName } from '@cascade/contracts'
import type { ClientSession, Collection, Db, MongoClient } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { Logger } from '../base/logger'
import { type CollectionPlan, inTransaction } from '../data/mongo'
import type { Actor } from '../identity/tokens'
import type { Bus } from './bus'
import { type Publisher, startPublishing } from './publisher'

/** An event before its id, time and number are known. */
export type NewEvent = Pick<AnyEvent, 'type' | 'data' | 'actor' | 'correlationId'> & { causationId?: string | null }

export type OutboxRow = Omit<AnyEvent, 'seq' | 'at' | 'id' | 'data'> & {
  _id: string
  at: Date
  data: unknown
  /** Gapless number, given by the one publisher at work. */
  seq?: number
  /** What is still to be done; absent when the event is in JetStream. */
  todo?: 'number' | 'publish'
}
type Counter = { _id: string; head: number }

export const outboxPlans: readonly CollectionPlan[] = [
  {
    name: 'outbox',
    indexes: [
      // Not partial: the embedded server never removes what left a partial index, and each poll reads it again.
      { key: { todo: 1 }, options: { name: 'todo' } },
      { key: { seq: 1 }, options: { unique: true, partialFilterExpression: { seq: { $exists: true } } } },
    ],
  },
  { name: 'outbox_counter' },
  { name: 'leases' },
]

export const outboxOf = (db: Db): Collection<OutboxRow> => db.collection('outbox')

/** The row of an event, for a writer that inserts it together with its state. */
export function outboxRow(event: NewEvent): OutboxRow {
  return { _id: uuidv7(), at: new Date(), causationId: null, ...event, todo: 'number' }
}

/** Writes events in the caller's transaction: they exist exactly when the state does. */
export async function writeOutbox(db: Db, events: readonly NewEvent[], session: ClientSession): Promise<void> {
  if (events.length > 0) await outboxOf(db).insertMany(events.map(outboxRow), { session })
}

const toEvent = (row: OutboxRow): AnyEvent => ({
  id: row._id,
  type: row.type,
  at: row.at.toISOString(),
  actor: row.actor,
  correlationId: row.correlationId,
  causationId: row.causationId,
  seq: Number(row.seq),
  data: row.data,
})

/** Events with `after < seq <= after + limit`, for a consumer that NATS left behind; the range is bounded by design. */
export async function readFeed(db: Db, after: number, limit: number): Promise<{ head: number; events: AnyEvent[] }> {
  const rows = await outboxOf(db)
    .find({ seq: { $gt: after, $lte: after + limit } })
    .sort({ seq: 1 })
    .toArray()
  // Read last, so that the head is never behind the events.
  const counter = await db.collection<Counter>('outbox_counter').findOne({ _id: 'head' })
  return { head: Number(counter?.head ?? 0), events: rows.map(toEvent) }
}

const batchSize = 500

/**
 * Numbers committed events and brings them to JetStream, in order, by one replica at a time. NATS may be down: events
 * are numbered all the same, so that consumers can fetch them from `readFeed`.
 */
export function startPublisher(options: {
  client: MongoClient
  db: Db
  bus: Bus
  producer: DomainName
  instanceId: string
  logger: Logger
}): Publisher {
  const { client, db, bus, producer } = options
  /** Number of the next event to publish; undefined until it has been looked for. */
  let next: number | undefined

  async function publishRound(): Promise<boolean> {
    // Numbers come first: they are what consumers fetch by when NATS is away.
    const numbered = await numberBatch()
    const published = await publishBatch()
    return numbered === batchSize || published === batchSize
  }

  async function numberBatch(): Promise<number> {
    const outbox = outboxOf(db)
    const rows = await outbox.find({ todo: 'number' }).sort({ _id: 1 }).limit(batchSize).project({ _id: 1 }).toArray()
    if (rows.length === 0) return 0
    const head = await inTransaction(client, async session => {
      const counters = db.collection<Counter>('outbox_counter')
      const before = Number((await counters.findOne({ _id: 'head' }, { session }))?.head ?? 0)
      const updates = rows.map((row, index) => ({
        updateOne: {
          filter: { _id: row._id, todo: 'number' as const },
          update: { $set: { seq: before + index + 1, todo: 'publish' as const } },
        },
      }))
      const result = await outbox.bulkWrite(updates, { session, ordered: true })
      if (result.matchedCount !== rows.length) throw new Error('another publisher is at work')
      await counters.updateOne({ _id: 'head' }, { $set: { head: before + rows.length } }, { session, upsert: true })
      return before + rows.length
    })
    bus.broadcast(`head.${producer}`, { head })
    return rows.length
  }

  async function publishBatch(): Promise<number> {
    if (!bus.isUp()) return 0
    const outbox = outboxOf(db)
    next ??= await oldestUnpublished()
    if (next === undefined) return 0
    // By number, as numbers have no gap: a backlog is read once, not sorted again for each batch of it.
    const rows = await outbox
      .find({ seq: { $gte: next, $lt: next + batchSize } })
      .sort({ seq: 1 })
      .toArray()
    if (rows.length === 0) return 0
    await bus.publishAll(producer, rows.map(toEvent))
    await outbox.updateMany({ _id: { $in: rows.map(row => row._id) } }, { $unset: { todo: '' } })
    next += rows.length
    return rows.length
  }

  async function oldestUnpublished(): Promise<number | undefined> {
    const [row] = await outboxOf(db).find({ todo: 'publish' }).sort({ seq: 1 }).limit(1).toArray()
    return row && Number(row.seq)
  }

  return startPublishing({
    ...options,
    lease: 'publisher',
    gatherMs: 25,
    publish: publishRound,
    onLost: () => {
      next = undefined
    },
  })
}

type EventSchema<T extends string, D extends z.ZodType> = z.ZodObject<{ type: z.ZodLiteral<T>; data: D }>

/** Who caused an event; without an actor the system did. */
export type CausedBy = { actor?: Actor; requestId: string }

/** An event of a contract, as `writeEvents` takes it. `data` is typed by the contract's schema. */
export function newEvent<T extends string, D extends z.ZodType>(
  schema: EventSchema<T, D>,
  data: z.input<D>,
  { actor, requestId }: CausedBy,
): NewEvent {
  return { type: schema.shape.type.value, data, actor: actor ? actorOfEvent(actor) : null, correlationId: requestId }
}

const actorOfEvent = ({ accountId, username, role }: Actor): NonNullable<AnyEvent['actor']> => ({
  id: accountId,
  username,
  role,
})
