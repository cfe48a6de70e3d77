import { AnyEvent } from '@cascade/contracts'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { inTransaction } from '../mongo/transaction'
import { silentLogger, startTcpProxy, type TcpProxy } from '../testing'
import { eventually, type Scratch, startScratch } from '../testing/world'
import { outboxRow, readFeed, removeExpired, startPublisher, writeOutbox } from './outbox'
import type { Broadcast } from './publisher'

let scratch: Scratch
let nats: TcpProxy
const stops: (() => Promise<void>)[] = []
beforeEach(async () => {
  nats = await startTcpProxy(inject('natsUrl'))
  scratch = await startScratch({ natsUrl: `nats://127.0.0.1:${nats.port}` })
  await scratch.bus.ready
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  await scratch.stop()
  await nats.cut()
})

const event = (n: number) => ({ type: 'games.game.created.v1', data: { n }, actor: null, correlationId: 'c' })
const emit = (...numbers: number[]) =>
  inTransaction(scratch.client, session => writeOutbox(scratch.db, numbers.map(event), { at: new Date(), tx: session }))

function publisher(owner = 'one', broadcast?: Broadcast) {
  const { client, db, bus } = scratch
  const leaseOf = scratch.leasesOf(owner)
  const started = startPublisher({ client, db, bus, producer: 'games', broadcast, leaseOf, logger: silentLogger })
  stops.push(started.stop)
  return started
}

const numbersOf = (events: readonly AnyEvent[]) => events.map(({ data }) => (data as { n: number }).n)
const feedOf = (count: number) =>
  eventually(async () => {
    const feed = await readFeed(scratch.db, 0, 10_000)
    return feed.events.length >= count && feed
  })
/** Announced heads, in the order of their arrival. */
async function announcements() {
  const heads: (number | undefined)[] = []
  await scratch.bus.listen('head.games', payload => heads.push((payload as { head?: number }).head))
  return heads
}

type Message = { after: number; upTo: number; numbers: number[] }
const broadcast: Broadcast = (events, range) => ({
  subject: 'feed.test',
  payload: { ...range, numbers: numbersOf(events) } satisfies Message,
})
async function broadcasts() {
  const messages: Message[] = []
  await scratch.bus.listen('feed.test', payload => messages.push(payload as Message))
  return messages
}

describe('the outbox', () => {
  it('contains an event only if its transaction committed', async () => {
    publisher()
    const aborted = inTransaction(scratch.client, async session => {
      await writeOutbox(scratch.db, [event(1)], { at: new Date(), tx: session })
      throw new Error('changed my mind')
    })
    await expect(aborted).rejects.toThrow('changed my mind')
    await emit(2, 3)
    await emit(4)
    const { head, events } = await feedOf(3)
    expect(head).toBe(3)
    expect(numbersOf(events)).toEqual([2, 3, 4])
    expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3])
  })

  it('reads ranges and returns the head', async () => {
    publisher()
    await emit(1, 2, 3, 4, 5)
    await feedOf(5)
    const { head, events } = await readFeed(scratch.db, 2, 2)
    expect([head, ...numbersOf(events)]).toEqual([5, 3, 4])
    expect(await readFeed(scratch.db, 5, 10)).toEqual({ head: 5, events: [] })
  })

  it('removes only events of passing state after their retention, and its feed keeps their numbers', async () => {
    const { client, db } = scratch
    await publisher().stop()
    const day = 86_400_000
    const presence = { ...event(0), type: 'accounts.presence.changed.v1' }
    const rows = [presence, event(1), presence, event(2), presence, presence].map((each, index) =>
      outboxRow(each, new Date(index === 4 ? 3 * day : index)),
    )
    const outbox = db.collection<{ _id: string; seq: number }>('outbox')
    await outbox.insertMany(rows.map(({ todo, ...row }, index) => ({ ...row, seq: index + 1 })))
    await db.collection<{ _id: string }>('outbox_counter').insertOne({ _id: 'head', head: 6 } as { _id: string })
    expect(await removeExpired(client, db, new Date(8 * day))).toBe(2)
    // The newest event stays: a reader compares its id.
    expect((await outbox.find().sort({ seq: 1 }).toArray()).map(row => Number(row.seq))).toEqual([2, 4, 5, 6])
    const { events } = await readFeed(db, 0, 10)
    expect(events.map(({ seq, type }) => [seq, type.split('.')[0]])).toEqual([
      [1, 'removed'],
      [2, 'games'],
      [3, 'removed'],
      [4, 'games'],
      [5, 'accounts'],
      [6, 'accounts'],
    ])
    expect(events.map(each => AnyEvent.safeParse(each).success)).not.toContain(false)
    expect((await readFeed(db, 2, 1)).events.map(({ seq }) => seq)).toEqual([3])
    // A row that was not removed by its retention is missing.
    await outbox.deleteOne({ _id: rows[4]?._id ?? '' })
    expect((await readFeed(db, 3, 3)).events.map(({ seq }) => seq)).toEqual([4, 6])
  })

  it('broadcasts each new event once, in messages whose ranges follow each other', async () => {
    const messages = await broadcasts()
    publisher('one', broadcast)
    await eventually(async () => messages.length > 0)
    await emit(...Array.from({ length: 35 }, (_, n) => n))
    await emit(35)
    await eventually(async () => messages.at(-1)?.upTo === 36)
    expect(messages.flatMap(({ numbers }) => numbers)).toEqual(Array.from({ length: 36 }, (_, n) => n))
    expect(messages.slice(1).map(({ after }) => after)).toEqual(messages.slice(0, -1).map(({ upTo }) => upTo))
  })

  it('skips events that were committed before its publisher took over, which the range shows', async () => {
    const messages = await broadcasts()
    const first = publisher('one', broadcast)
    await emit(1)
    await eventually(async () => messages.at(-1)?.upTo === 1)
    await first.stop()
    await emit(2)
    publisher('two', broadcast)
    await eventually(async () => messages.at(-1)?.upTo === 2)
    expect(messages.at(-1)).toEqual({ after: 2, upTo: 2, numbers: [] })
  })

  it('numbers without gaps when several publishers run', async () => {
    publisher('one')
    publisher('two')
    publisher('three')
    await Promise.all(Array.from({ length: 20 }, (_, n) => emit(n * 2, n * 2 + 1)))
    const { head, events } = await feedOf(40)
    expect(head).toBe(40)
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
    expect(new Set(numbersOf(events)).size).toBe(40)
  })

  it('numbers more events than a batch holds and announces the last number', async () => {
    const heads = await announcements()
    publisher().notify()
    await emit(...Array.from({ length: 600 }, (_, n) => n))
    expect((await feedOf(600)).head).toBe(600)
    await eventually(async () => heads.includes(600))
  })

  it('hands over to another publisher at a graceful stop', async () => {
    const first = publisher('one')
    await emit(1)
    await feedOf(1)
    await first.stop()
    publisher('two')
    await emit(2)
    expect((await feedOf(2)).head).toBe(2)
  })

  it('publishes the commits of a standby replica at once', async () => {
    const heads = await announcements()
    publisher('one')
    await emit(1)
    await eventually(async () => heads.at(-1) === 1)
    const standby = publisher('two')
    // The first publisher has just polled and will not poll again for some seconds.
    const before = heads.length
    await eventually(async () => heads.length > before)
    await emit(2)
    standby.notify()
    await eventually(async () => (await readFeed(scratch.db, 1, 1)).head === 2, 2_000)
  })

  it('keeps numbering while NATS is down and announces the last number afterwards', async () => {
    const heads = await announcements()
    const running = publisher()
    await emit(0)
    await eventually(async () => heads.at(-1) === 1)
    await nats.cut()
    const backlog = Array.from({ length: 1_200 }, (_, n) => outboxRow(event(n + 1), new Date()))
    await scratch.db.collection<{ _id: string }>('outbox').insertMany(backlog)
    running.notify()
    expect((await feedOf(1_201)).head).toBe(1_201)
    await nats.restore()
    await eventually(async () => heads.at(-1) === 1_201)
  })
})
