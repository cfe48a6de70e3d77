import { type AnyEvent, type DomainName, removedEventType, transientEventTypes } from '@cascade/contracts'
import type { Collection, Db, MongoClient } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import { type Actor, personOf } from '../auth/tokens'
import type { CollectionSpec } from '../mongo/collections'
import { type LeaseOf, leaseCollection } from '../mongo/lease'
import { inTransaction, type Tx } from '../mongo/transaction'
import type { Logger } from '../telemetry/logger'
import { traceFields } from '../telemetry/tracing'
import type { Bus } from './nats'
import { type Broadcast, type Publisher, startFeedPublisher } from './publisher'

export type NewEvent = Pick<AnyEvent, 'type' | 'data' | 'actor' | 'correlationId'> & { causationId?: string | null }

export type OutboxRow = Omit<AnyEvent, 'seq' | 'at' | 'id' | 'data'> & {
  _id: string
  at: Date
  data: unknown
  seq?: number
  todo?: 'number'
  /** End of the retention of an event from which nothing is rebuilt. */
  expiresAt?: Date
}
/** `removed` counts the events up to the number `removedUpTo` that were removed after their retention. */
type Counter = { _id: string; head: number; removed?: number; removedUpTo?: number }

export const outboxCollections: readonly CollectionSpec[] = [
  {
    name: 'outbox',
    indexes: [
      // Not a partial index: SecantusDB (dev database) keeps rows that left one, and each poll would read them again.
      { key: { todo: 1, _id: 1 } },
      { key: { seq: 1 }, options: { unique: true, partialFilterExpression: { seq: { $exists: true } } } },
      { key: { expiresAt: 1 }, options: { partialFilterExpression: { expiresAt: { $exists: true } } } },
    ],
  },
  { name: 'outbox_counter' },
  leaseCollection(),
]

/** Longer than any session, so that a rebuild knows who is online. */
const retentionMs = 7 * 86_400_000
const removalEveryMs = 3_600_000

const outboxOf = (db: Db): Collection<OutboxRow> => db.collection('outbox')

/** An outbox row, for a writer that inserts it together with its state. */
export function outboxRow(event: NewEvent, at: Date): OutboxRow {
  const expiry = transientEventTypes.includes(event.type) && { expiresAt: new Date(at.getTime() + retentionMs) }
  return { _id: uuidv7(), at, causationId: null, ...event, ...traceFields(), todo: 'number', ...expiry }
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

const toRemovedEvent = (seq: number): AnyEvent => ({
  id: `removed-${seq}`,
  type: removedEventType,
  at: new Date(0).toISOString(),
  actor: null,
  correlationId: '',
  causationId: null,
  seq,
  data: null,
})

/** Events with `after < seq <= after + limit`. */
export async function readFeed(db: Db, after: number, limit: number): Promise<{ head: number; events: AnyEvent[] }> {
  const head = Number((await counterOf(db))?.head ?? 0)
  if (head <= after) return { head, events: [] }
  const rows = await outboxOf(db)
    .find({ seq: { $gt: after, $lte: after + limit } })
    .sort({ seq: 1 })
    .toArray()
  // Numbering may have advanced between the two reads.
  const last = Math.max(Math.min(head, after + limit), Number(rows.at(-1)?.seq ?? 0))
  const events = rows.map(toEvent)
  return {
    head: Math.max(head, last),
    events: events.length < last - after ? await fillRemoved(db, events, after, last) : events,
  }
}

/** A number without a row is an event that was removed, up to the stored number; beyond, the row is missing. */
async function fillRemoved(db: Db, events: readonly AnyEvent[], after: number, last: number): Promise<AnyEvent[]> {
  // Read after the rows: they may have been removed meanwhile.
  const upTo = Math.min(last, Number((await counterOf(db))?.removedUpTo ?? 0))
  const stored = new Set(events.map(({ seq }) => seq))
  const numbers = Array.from({ length: Math.max(0, upTo - after) }, (_, index) => after + 1 + index)
  const removed = numbers.filter(seq => !stored.has(seq)).map(toRemovedEvent)
  return [...removed, ...events].sort((a, b) => a.seq - b.seq)
}

const batchSize = 500

/**
 * Numbers committed events and announces the head, on one replica at a time. While NATS is down, events are still
 * numbered and served by `readFeed`.
 */
export function startPublisher(options: {
  client: MongoClient
  db: Db
  bus: Bus
  producer: DomainName
  broadcast?: Broadcast | undefined
  leaseOf: LeaseOf
  logger: Logger
}): Publisher {
  const { client, db, bus, producer, broadcast, leaseOf, logger } = options
  let nextRemovalAt = 0

  /** @returns whether there may be more to number */
  async function number(): Promise<boolean> {
    if ((await numberBatch(client, db)) === batchSize) return true
    if (Date.now() < nextRemovalAt) return false
    if ((await removeExpired(client, db, new Date())) < batchSize) nextRemovalAt = Date.now() + removalEveryMs
    return false
  }

  return startFeedPublisher({
    bus,
    feed: producer,
    broadcast,
    read: (after, limit) => readFeed(db, after, limit),
    number,
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

/**
 * Removes a batch of events after their retention, but not the newest one. Only one process may do so at a time.
 * @returns number of removed events
 */
export async function removeExpired(client: MongoClient, db: Db, now: Date): Promise<number> {
  const { head = 0, removedUpTo = 0 } = (await counterOf(db)) ?? {}
  const rows = await outboxOf(db)
    .find({ expiresAt: { $lt: now } })
    .sort({ expiresAt: 1 })
    .limit(batchSize)
    .project<Pick<OutboxRow, '_id' | 'seq'>>({ seq: 1 })
    .toArray()
  const numbered = rows.filter(({ seq }) => seq !== undefined && Number(seq) < Number(head))
  if (numbered.length === 0) return 0
  return inTransaction(client, async session => {
    const { deletedCount } = await outboxOf(db).deleteMany(
      { _id: { $in: numbered.map(({ _id }) => _id) } },
      { session },
    )
    const upTo = Math.max(Number(removedUpTo), ...numbered.map(({ seq }) => Number(seq)))
    const change = { $inc: { removed: deletedCount }, $max: { removedUpTo: upTo } }
    await db.collection<Counter>('outbox_counter').updateOne({ _id: 'head' }, change, { session })
    return deletedCount
  })
}

const counterOf = (db: Db) => db.collection<Counter>('outbox_counter').findOne({ _id: 'head' })

/** Commit time of the oldest event without a number, which no consumer can read yet. */
export async function oldestUnnumbered(db: Db): Promise<Date | undefined> {
  // Answered by the index; its first entry is the oldest.
  const [row] = await outboxOf(db).find({ todo: 'number' }).limit(1).toArray()
  return row?.at
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

const actorOfEvent = ({ accountId, username, role, person, approvedBy }: Actor): NonNullable<AnyEvent['actor']> => ({
  id: accountId,
  username,
  role,
  ...personOf({ person }),
  ...(approvedBy && { approvedBy }),
})
