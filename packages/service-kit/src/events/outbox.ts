import type { AnyEvent, DomainName } from '@cascade/contracts'
import type { Collection, Db, MongoClient } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { Actor } from '../auth/tokens'
import type { Logger } from '../logger'
import type { CollectionPlan } from '../mongo/collections'
import type { LeaseOf } from '../mongo/lease'
import { inTransaction, type Tx } from '../mongo/transaction'
import { traceFields } from '../telemetry/tracing'
import type { Bus } from './nats'
import { type Publisher, startFeedPublisher } from './publisher'
import { feedMarkPlans, feedMarksOf } from './stream-writer'

export type NewEvent = Pick<AnyEvent, 'type' | 'data' | 'actor' | 'correlationId'> & { causationId?: string | null }

export type OutboxRow = Omit<AnyEvent, 'seq' | 'at' | 'id' | 'data'> & {
  _id: string
  at: Date
  data: unknown
  seq?: number
  todo?: 'number'
}
type Counter = { _id: string; head: number }

export const outboxPlans: readonly CollectionPlan[] = [
  {
    name: 'outbox',
    indexes: [
      // Not a partial index: SecantusDB (dev database) keeps rows that left one, and each poll would read them again.
      { key: { todo: 1 }, options: { name: 'todo' } },
      { key: { seq: 1 }, options: { unique: true, partialFilterExpression: { seq: { $exists: true } } } },
    ],
  },
  { name: 'outbox_counter' },
  ...feedMarkPlans,
]

const outboxOf = (db: Db): Collection<OutboxRow> => db.collection('outbox')

/** An outbox row, for a writer that inserts it together with its state. */
export function outboxRow(event: NewEvent, at: Date): OutboxRow {
  return { _id: uuidv7(), at, causationId: null, ...event, ...traceFields(), todo: 'number' }
}

/** Writes events in the caller's transaction. */
export async function writeOutbox(
  db: Db,
  events: readonly NewEvent[],
  { at, tx }: { at: Date; tx: Tx },
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(event => outboxRow(event, at))
  await outboxOf(db).insertMany(rows, { session: tx })
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
  ...(row.traceparent && { traceparent: row.traceparent }),
})

/** Events with `after < seq <= after + limit`. */
export async function readFeed(db: Db, after: number, limit: number): Promise<{ head: number; events: AnyEvent[] }> {
  const head = await headOf(db)
  if (head <= after) return { head, events: [] }
  const rows = await outboxOf(db)
    .find({ seq: { $gt: after, $lte: after + limit } })
    .sort({ seq: 1 })
    .toArray()
  // Numbering may have advanced between the two reads.
  return { head: Math.max(head, Number(rows.at(-1)?.seq ?? 0)), events: rows.map(toEvent) }
}

const batchSize = 500

/**
 * Numbers committed events, announces the head and publishes to JetStream, in order, on one replica at a time. While
 * NATS is down, events are still numbered and served by `readFeed`.
 */
export function startPublisher(options: {
  client: MongoClient
  db: Db
  bus: Bus
  producer: DomainName
  leaseOf: LeaseOf
  logger: Logger
}): Publisher {
  const { client, db, bus, producer, leaseOf, logger } = options
  return startFeedPublisher({
    db,
    bus,
    feed: producer,
    read: (after, limit) => readFeed(db, after, limit),
    number: async () => (await numberBatch(client, db)) === batchSize,
    leaseName: 'publisher',
    gatherMs: 25,
    leaseOf,
    logger,
  })
}

async function numberBatch(client: MongoClient, db: Db): Promise<number> {
  const outbox = outboxOf(db)
  const rows = await outbox.find({ todo: 'number' }).sort({ _id: 1 }).limit(batchSize).project({ _id: 1 }).toArray()
  if (rows.length === 0) return 0
  await inTransaction(client, async session => {
    const counters = db.collection<Counter>('outbox_counter')
    const before = Number((await counters.findOne({ _id: 'head' }, { session }))?.head ?? 0)
    const updates = rows.map((row, index) => ({
      updateOne: {
        filter: { _id: row._id, todo: 'number' as const },
        update: { $set: { seq: before + index + 1 }, $unset: { todo: true as const } },
      },
    }))
    const result = await outbox.bulkWrite(updates, { session, ordered: true })
    if (result.matchedCount !== rows.length) throw new Error('lost the publisher lease')
    await counters.updateOne({ _id: 'head' }, { $set: { head: before + rows.length } }, { session, upsert: true })
  })
  return rows.length
}

const headOf = async (db: Db): Promise<number> =>
  Number((await db.collection<Counter>('outbox_counter').findOne({ _id: 'head' }))?.head ?? 0)

/** Commit time of the oldest event not yet in JetStream, according to the publisher's stored position. */
export async function oldestUnpublished(db: Db, producer: string): Promise<Date | undefined> {
  // Answered by the index; its first entry is the oldest.
  const [unnumbered] = await outboxOf(db).find({ todo: 'number' }).limit(1).toArray()
  const mark = await feedMarksOf(db).findOne({ _id: producer })
  const numbered = mark && (await outboxOf(db).findOne({ seq: Number(mark.published) + 1 }))
  return (numbered ?? unnumbered)?.at
}

type EventSchema<T extends string, D extends z.ZodType> = z.ZodObject<{ type: z.ZodLiteral<T>; data: D }>

export type CausedBy = { actor?: Actor; requestId: string }

/** An event of a contract; `data` is typed by the contract's schema. */
export function newEvent<T extends string, D extends z.ZodType>(
  schema: EventSchema<T, D>,
  data: z.input<D>,
  { actor, requestId }: CausedBy,
): NewEvent {
  return { type: schema.shape.type.value, data, actor: actor ? actorOfEvent(actor) : null, correlationId: requestId }
}

const actorOfEvent = ({ accountId, username, role, approvedBy }: Actor): NonNullable<AnyEvent['actor']> => ({
  id: accountId,
  username,
  role,
  ...(approvedBy && { approvedBy }),
})
