import { AnyEvent, type DomainName } from '@cascade/contracts'
import type { ClientSession, Db, MongoClient } from 'mongodb'
import type { z } from 'zod'
import type { CollectionSpec } from '../mongo/collections'
import { isDatabaseFault, isDuplicateKey, isTransient, StaleCursor } from '../mongo/driver-errors'
import { leaseCollection } from '../mongo/lease'
import { inTransaction, type Tx } from '../mongo/transaction'
import { sleep } from '../runtime/loop'
import type { Logger } from '../telemetry/logger'
import { traced } from '../telemetry/tracing'
import { deadLetterCollections, deadLettersOf, retryDeadLetters, storeDeadLetter } from './dead-letters'
import type { FeedId, LedgerFeed } from './nats'

type CursorRow = {
  _id: string
  lastSeq: number
  /** Id of that event. Another id under the same number means that the producer was restored. */
  lastId?: string
}

export type Position = Pick<CursorRow, 'lastSeq' | 'lastId'>

export type Project = (events: readonly AnyEvent[], session: ClientSession) => Promise<void>

/** A parsed event: handled, ignored, or invalid (`fault`). */
export type ReadEvent = { event: AnyEvent; isHandled: boolean; fault?: string | undefined }

export type FeedSource = {
  producer: DomainName
  feed?: LedgerFeed | undefined
}

export type FeedCursorOptions = FeedSource & {
  client: MongoClient
  db: Db
  name: string
  /** Schemas of handled event types; other types only advance the cursor. */
  schemas: Readonly<Record<string, z.ZodType<AnyEvent>>>
  project: Project
  onApplied?: (() => void) | undefined
  logger: Logger
}

export const feedCursorCollections: readonly CollectionSpec[] = [
  { name: 'cursors' },
  ...deadLetterCollections,
  leaseCollection(),
]

const attemptsMax = 5

/** Name of a feed in leases and announcements. */
export const feedIdOf = ({ producer, feed }: FeedSource): FeedId =>
  producer === 'accounts' && feed ? `accounts.${feed}` : producer

/** Id of a projection's row in `cursors`. */
export const cursorIdOf = (options: FeedSource & Pick<FeedCursorOptions, 'name'>) =>
  `${options.name}:${feedIdOf(options)}`

/**
 * Applies a producer's events in order and exactly once: the projection's writes and the cursor commit together. An
 * event that does not match its schema, or fails five times on its own, is stored in `dead_letters` and skipped. A
 * fault of the database is thrown, and the event stays the next one. Redelivery can be out of order: projections must
 * be idempotent (last version wins) or commutative.
 */
export function createFeedCursor(options: FeedCursorOptions) {
  const { client, db, schemas, project, onApplied, logger } = options
  const id = cursorIdOf(options)
  const cursors = db.collection<CursorRow>('cursors')
  /** Position that this process committed last. If it is stale, the next commit fails and it is read again. */
  let cached: Position | undefined

  async function position(): Promise<Position> {
    const row = await cursors.findOne({ _id: id })
    return { lastSeq: Number(row?.lastSeq ?? 0), lastId: row?.lastId }
  }

  const cachedPosition = async () => (cached ??= await position())
  const forget = () => {
    cached = undefined
  }

  /** Applies events that follow the cursor without a gap; drops events at or below it. */
  async function apply(events: readonly ReadEvent[]): Promise<void> {
    const { lastSeq: before } = await cachedPosition()
    const fresh = events.filter(({ event }) => event.seq > before)
    const last = fresh.at(-1)?.event
    if (!last) return
    forget()
    const callers = () => fresh.map(({ event }) => ({ ...event, requestId: event.correlationId }))
    await traced(`projection ${id}`, callers, () => applyAfter(before, fresh), { kind: 'CONSUMER' })
    cached = { lastSeq: last.seq, lastId: last.id }
    onApplied?.()
  }

  async function applyAfter(before: number, events: readonly ReadEvent[]) {
    try {
      await commit(before, events)
    } catch (error) {
      if (isTransient(error)) throw error
      logger.warn({ err: error }, 'batch failed, applying its events one by one')
      await applyOneByOne(before, events)
    }
  }

  async function commit(before: number, events: readonly ReadEvent[]) {
    const good = events.flatMap(({ event, isHandled }) => (isHandled ? [event] : []))
    const bad = events.flatMap(({ event, fault }) => (fault === undefined ? [] : [{ event, fault }]))
    await inTransaction(client, async session => {
      await advanceCursor(before, events.at(-1)?.event, session)
      if (good.length > 0) await project(good, session)
      for (const { event, fault } of bad) await park(event, fault, session)
    })
  }

  async function applyOneByOne(start: number, events: readonly ReadEvent[]) {
    let before = start
    for (const one of events) {
      const { event } = one
      for (let attempt = 1; ; attempt++) {
        try {
          await commit(before, [one])
          break
        } catch (error) {
          if (isDatabaseFault(error)) {
            if (!isTransient(error)) logger.warn({ ...logFieldsOf(event), err: error }, 'event waits for the database')
            throw error
          }
          if (attempt < attemptsMax) {
            await sleep(50 * 2 ** attempt)
            continue
          }
          const parkedAfter = before
          await inTransaction(client, async session => {
            await advanceCursor(parkedAfter, event, session)
            await park(event, String(error), session)
          })
          break
        }
      }
      before = event.seq
    }
  }

  async function advanceCursor(before: number, last: AnyEvent | undefined, session: ClientSession) {
    if (!last) return
    const after = { lastSeq: last.seq, lastId: last.id }
    if (before === 0) {
      await cursors.insertOne({ _id: id, ...after }, { session }).catch((error: unknown) => {
        throw isDuplicateKey(error) ? new StaleCursor() : error
      })
      return
    }
    const result = await cursors.updateOne({ _id: id, lastSeq: before }, { $set: after }, { session })
    if (result.matchedCount === 0) throw new StaleCursor()
  }

  async function park(event: AnyEvent, reason: string, session: ClientSession) {
    logger.error({ ...logFieldsOf(event), reason }, 'dead letter stored')
    await storeDeadLetter(db, { _id: `${id}:${event.id}`, projection: id, event, reason }, session)
  }

  const retry = () =>
    retryDeadLetters(db, id, async letter => {
      const event = schemaOf(letter.event).parse(letter.event)
      await inTransaction(client, async session => {
        const { deletedCount } = await deadLettersOf(db).deleteOne({ _id: letter._id }, { session })
        if (deletedCount > 0) await project([event], session)
      })
      onApplied?.()
      logger.info(logFieldsOf(event), 'dead letter applied')
    })

  function schemaOf(event: unknown): z.ZodType<AnyEvent> {
    const schema = schemas[(event as AnyEvent).type]
    if (!schema) throw new Error('no handler for event type')
    return schema
  }

  /** Parses an event; undefined if it is none. Handled events are parsed once, by their own schema. */
  function read(value: unknown): ReadEvent | undefined {
    const result = schemas[String((value as Partial<AnyEvent> | null)?.type)]?.safeParse(value)
    if (result?.success) return { event: result.data, isHandled: true }
    const { data: event } = AnyEvent.safeParse(value)
    return event && { event, isHandled: false, fault: result?.error.message }
  }

  const lastSeq = async () => (await position()).lastSeq

  return { id, lastSeq, cachedPosition, forget, read, apply, retry }
}

const logFieldsOf = ({ id, type, correlationId }: AnyEvent) => ({ eventId: id, type, requestId: correlationId })

/** What a service stores of another domain: collections and how events change them. */
export type Feed = Pick<FeedCursorOptions, 'producer' | 'feed' | 'name' | 'schemas'> & {
  collections: readonly CollectionSpec[]
  /** Collections that survive a rebuild. */
  permanent?: readonly string[]
  /** `project` writes events of this service. */
  publishes?: true
  project: (db: Db, events: readonly AnyEvent[], tx: Tx) => Promise<void>
}

/**
 * Clears a replica and its cursor, so that it is read again from the first event. The cursor goes last: after a crash
 * in between, the restore is detected again.
 */
export async function resetReplica(
  db: Db,
  {
    cursorId,
    collections,
    permanent = [],
  }: { cursorId: string; collections: Feed['collections']; permanent?: readonly string[] },
): Promise<'again'> {
  for (const { name } of collections) if (!permanent.includes(name)) await db.collection(name).deleteMany({})
  await db.collection<{ _id: string }>('cursors').deleteOne({ _id: cursorId })
  return 'again'
}
