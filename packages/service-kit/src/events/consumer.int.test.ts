import { type AnyEvent, defineEvent } from '@cascade/contracts'
import { MongoNetworkError } from 'mongodb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { InternalClient } from '../http/client'
import { inTransaction } from '../mongo/transaction'
import { createMetrics } from '../telemetry/metrics'
import { silentLogger } from '../testing'
import { eventually, type Scratch, startScratch } from '../testing/world'
import { startFeedConsumer } from './consumer'
import { type FeedCursorOptions, resetReplica } from './cursor'
import { readFeed, startPublisher, writeOutbox } from './outbox'

const NumberSet = defineEvent('games.number.set.v1', z.object({ n: z.number() }))

let producer: Scratch
let reader: Scratch
const stops: (() => Promise<void>)[] = []
beforeEach(async () => {
  producer = await startScratch()
  reader = await startScratch()
  await reader.db.createCollection('numbers')
})
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
  await producer.stop()
  await reader.stop()
})

async function emit(...numbers: number[]) {
  const { client, db, bus } = producer
  const started = startPublisher({
    client,
    db,
    bus,
    producer: 'games',
    leaseOf: producer.leasesOf('one'),
    logger: silentLogger,
  })
  const events = numbers.map(n => ({ type: 'games.number.set.v1', data: { n }, actor: null, correlationId: 'c' }))
  await inTransaction(client, tx => writeOutbox(db, events, { at: new Date(), tx }))
  started.notify()
  await eventually(async () => (await db.collection('outbox').countDocuments({ todo: 'number' })) === 0)
  await started.stop()
}

async function putBackTo(seq: number) {
  await producer.db.collection('outbox').deleteMany({ seq: { $gt: seq } })
  await producer.db.collection<{ _id: string }>('outbox_counter').updateOne({ _id: 'head' }, { $set: { head: seq } })
}

const project: FeedCursorOptions['project'] = async (events, session) => {
  const rows = events.map(({ seq, data }) => ({ seq, ...(data as { n: number }) }))
  await reader.db.collection('numbers').insertMany(rows, { session })
}
const applied = async () => {
  const rows = await reader.db.collection('numbers').find().sort({ seq: 1 }).toArray()
  return rows.map(row => Number(row.n))
}
const cursor = () => reader.db.collection<{ _id: string; lastSeq: number }>('cursors').findOne({ _id: 'test:games' })

/** Calls the producer's feed without HTTP. By default the reader's NATS subjects receive nothing. */
const callOf = (onCall: () => void) =>
  (async (_definition: unknown, { body }: { body: { after: number; limit: number } }) => {
    onCall()
    return readFeed(producer.db, body.after, body.limit)
  }) as unknown as InternalClient

type Options = Partial<Pick<Parameters<typeof startFeedConsumer>[0], 'bus' | 'project' | 'batchSize' | 'weight'>> & {
  onCall?: () => void
}

function startReader(rebuilds: boolean, { onCall = () => undefined, ...options }: Options = {}) {
  const { client, db, bus } = reader
  const metrics = createMetrics('svc-live')
  const started = startFeedConsumer({
    client,
    db,
    bus,
    call: callOf(onCall),
    metrics,
    project,
    producer: 'games',
    name: 'test',
    leaseOf: reader.leasesOf('reader'),
    schemas: { 'games.number.set.v1': NumberSet as z.ZodType<AnyEvent> },
    logger: silentLogger,
    ...options,
    ...(rebuilds && {
      onReplaced: ({ cursorId }) => resetReplica(db, { cursorId, collections: [{ name: 'numbers' }] }),
    }),
  })
  stops.push(started.stop)
  return metrics
}

describe('a feed consumer whose producer is restored to an earlier state', () => {
  it('reads everything again when the producer has fewer events than were read', async () => {
    await emit(1, 2, 3, 4)
    startReader(true)
    await eventually(async () => (await applied()).length === 4)
    await putBackTo(2)
    await eventually(async () => (await applied()).join() === '1,2')
    await emit(30)
    await eventually(async () => (await applied()).join() === '1,2,30')
  })

  it('detects other events under sequence numbers it has read', async () => {
    await emit(1, 2, 3)
    startReader(true)
    await eventually(async () => (await applied()).length === 3)
    for (const stop of stops.splice(0)) await stop()
    await putBackTo(1)
    await emit(20, 30, 40)
    startReader(true)
    await eventually(async () => (await applied()).join() === '1,20,30,40')
  })

  it('goes on after an event that was removed at the end of its retention', async () => {
    await emit(1, 2)
    startReader(true)
    await eventually(async () => (await applied()).length === 2)
    for (const stop of stops.splice(0)) await stop()
    await emit(3)
    const { db } = producer
    await db.collection('outbox').deleteOne({ seq: 2 })
    await db.collection<{ _id: string }>('outbox_counter').updateOne({ _id: 'head' }, { $set: { removedUpTo: 2 } })
    // Applied again, 1 alone would remain.
    startReader(true)
    await eventually(async () => (await applied()).join() === '1,2,3')
  })

  it('stops applying events and counts the restore when it cannot rebuild', async () => {
    await emit(1, 2, 3)
    const metrics = startReader(false)
    await eventually(async () => (await applied()).length === 3)
    await putBackTo(1)
    await emit(20, 30, 40, 50)
    await eventually(async () => /feed_replaced_total\{[^}]*\} 1/.test(await metrics.registry.metrics()))
    expect([await applied(), Number((await cursor())?.lastSeq)]).toEqual([[1, 2, 3], 3])
  })
})

describe('a consumer', () => {
  it('applies a backlog in order and once, despite a failing database', async () => {
    const numbers = Array.from({ length: 60 }, (_, n) => n)
    await emit(...numbers)
    let batches = 0
    const failing: typeof project = async (events, session) => {
      batches++
      if (batches === 3) throw new MongoNetworkError('away')
      await project(events, session)
    }
    startReader(false, { bus: producer.bus, project: failing, batchSize: 10 })
    await eventually(async () => (await applied()).length >= 60)
    expect(await applied()).toEqual(numbers)
    expect(Number((await cursor())?.lastSeq)).toBe(60)
  })

  it('does not call a producer that announces nothing new, and detects its restore', async () => {
    await emit(1, 2, 3)
    const { client, db, bus } = producer
    const leaseOf = producer.leasesOf('one')
    const publisher = startPublisher({ client, db, bus, producer: 'games', leaseOf, logger: silentLogger })
    stops.push(publisher.stop)
    let calls = 0
    startReader(true, { bus, onCall: () => calls++ })
    await eventually(async () => (await applied()).length === 3)
    let announcements = 0
    const unlisten = await bus.listen('head.games', () => announcements++)
    await eventually(async () => announcements > 0)
    const before = calls
    await eventually(async () => announcements > 3, 30_000)
    expect(calls).toBe(before)
    await putBackTo(2)
    await eventually(async () => (await applied()).join() === '1,2')
    unlisten()
  })

  it('applies at most the given weight in one transaction, but never divides an event', async () => {
    await emit(2, 1, 3, 9, 1, 1)
    const batches: number[][] = []
    startReader(false, {
      weight: { of: ({ data }) => (data as { n: number }).n, max: 5 },
      project: async (events, session) => {
        batches.push(events.map(({ data }) => (data as { n: number }).n))
        await project(events, session)
      },
    })
    await eventually(async () => (await applied()).length === 6)
    expect(batches).toEqual([[2, 1], [3], [9], [1, 1]])
  })
})
