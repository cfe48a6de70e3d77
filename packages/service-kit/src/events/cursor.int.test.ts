import { type AnyEvent, defineEvent } from '@cascade/contracts'
import { MongoServerError } from 'mongodb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { silentLogger } from '../testing'
import { type Scratch, startScratch } from '../testing/world'
import { createFeedCursor, type Project } from './cursor'
import { runDeadLetters } from './dead-letters'

const Added = defineEvent('games.number.added.v1', z.object({ n: z.number() }))

let scratch: Scratch
beforeEach(async () => {
  scratch = await startScratch()
  await scratch.db.createCollection('sums')
})
afterEach(() => scratch.stop())

const added = (seq: number, data: unknown = { n: seq }): AnyEvent => ({
  id: `e${seq}`,
  type: 'games.number.added.v1',
  at: '2026-03-01T10:00:00.000Z',
  actor: null,
  correlationId: 'c',
  causationId: null,
  seq,
  data,
})
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => added(from + index))

const addUp: Project = async (events, session) => {
  const total = events.reduce((sum, { data }) => sum + (data as { n: number }).n, 0)
  await scratch.db
    .collection<{ _id: string; total: number }>('sums')
    .updateOne({ _id: 'all' }, { $inc: { total } }, { upsert: true, session })
}
const sum = async () => (await scratch.db.collection('sums').findOne())?.total ?? 0
const letters = () => scratch.db.collection<{ _id: string }>('dead_letters').find().toArray()

function cursor(project: Project = addUp) {
  const own = createFeedCursor({
    client: scratch.client,
    db: scratch.db,
    producer: 'games',
    name: 'test',
    schemas: { 'games.number.added.v1': Added },
    project,
    logger: silentLogger,
  })
  const apply = (events: readonly AnyEvent[]) => own.apply(events.flatMap(event => own.read(event) ?? []))
  return { ...own, apply }
}

describe('a feed cursor', () => {
  it('applies each event once, however often it arrives', async () => {
    const one = cursor()
    await one.apply(range(1, 3))
    await one.apply(range(1, 3))
    await one.apply(range(2, 5))
    expect([await one.lastSeq(), await sum()]).toEqual([5, 15])
  })

  it('applies each event once when replicas race from the first event', async () => {
    const replicas = [cursor(), cursor(), cursor(), cursor()]
    for (const batch of [range(1, 10), range(11, 20), range(21, 30)]) {
      await Promise.allSettled(replicas.map(replica => replica.apply(batch)))
    }
    expect([await cursor().lastSeq(), await sum()]).toEqual([30, 465])
  })

  it('skips unknown event types', async () => {
    const one = cursor()
    await one.apply([added(1), { ...added(2), type: 'games.other.v1', data: 'anything' }, added(3)])
    expect([await one.lastSeq(), await sum(), (await letters()).length]).toEqual([3, 4, 0])
  })

  it('stores an event that does not match its schema as a dead letter', async () => {
    const one = cursor()
    expect(one.read(added(1))).toMatchObject({ isHandled: true })
    expect(one.read(added(1, {}))).toMatchObject({ isHandled: false, fault: expect.stringContaining('data') })
    expect(one.read({ ...added(1, {}), type: 'x' })).toEqual({ event: expect.anything(), isHandled: false })
    expect([one.read(undefined), one.read('text'), one.read({ n: 1 })]).toEqual([undefined, undefined, undefined])
    await one.apply([added(1), added(2, { n: 'two' }), added(3)])
    expect([await one.lastSeq(), await sum()]).toEqual([3, 4])
    expect((await letters()).map(letter => letter._id)).toEqual(['test:games:e2'])
  })

  it('stores an event that fails five times as a dead letter and continues', async () => {
    let attempts = 0
    const one = cursor(async (events, session) => {
      if (events.some(event => event.seq === 2)) {
        attempts += 1
        throw new Error('cannot apply event 2')
      }
      await addUp(events, session)
    })
    await one.apply(range(1, 4))
    expect([await one.lastSeq(), await sum(), attempts]).toEqual([4, 8, 6])
    expect(await letters()).toMatchObject([{ _id: 'test:games:e2', reason: 'Error: cannot apply event 2' }])
  })

  it('does not advance when the database fails', async () => {
    let fails = true
    const one = cursor(async (events, session) => {
      await addUp(events, session)
      if (fails) throw Object.assign(new Error('gone'), { name: 'MongoServerSelectionError' })
    })
    await expect(one.apply(range(1, 3))).rejects.toThrow('gone')
    expect([await one.lastSeq(), await sum(), (await letters()).length]).toEqual([0, 0, 0])
    fails = false
    await one.apply(range(1, 3))
    expect([await one.lastSeq(), await sum()]).toEqual([3, 6])
  })

  it.each([13, 388])('keeps an event at which the database fails with %d as the next one', async code => {
    let fails = true
    let attempts = 0
    const one = cursor(async (events, session) => {
      attempts += 1
      if (fails && events.some(event => event.seq === 2)) throw new MongoServerError({ code, message: 'no' })
      await addUp(events, session)
    })
    await expect(one.apply(range(1, 3))).rejects.toMatchObject({ code })
    expect([await one.lastSeq(), await sum(), attempts, (await letters()).length]).toEqual([1, 1, 3, 0])
    fails = false
    await one.apply(range(1, 3))
    expect([await one.lastSeq(), await sum()]).toEqual([3, 6])
  })

  it('stores an event as a dead letter whose writes violate a unique index', async () => {
    const one = cursor(async (events, session) => {
      const rows = events.map(({ seq }) => ({ _id: seq === 2 ? 'all' : `n${seq}`, total: 0 }))
      await scratch.db.collection<{ _id: string }>('sums').insertMany(rows, { session })
    })
    await scratch.db.collection<{ _id: string }>('sums').insertOne({ _id: 'all' })
    await one.apply(range(1, 3))
    expect(await one.lastSeq()).toBe(3)
    expect(await letters()).toMatchObject([{ _id: 'test:games:e2', reason: expect.stringContaining('E11000') }])
  })

  describe('with a dead letter', () => {
    const lines: string[] = []
    const command = async (...args: string[]) => {
      lines.length = 0
      await runDeadLetters(scratch.db, args, line => lines.push(line))
      return lines.join('\n')
    }
    let isFixed = false
    const fixable = () =>
      cursor(async (events, session) => {
        if (!isFixed && events.some(event => event.seq === 2)) throw new Error('cannot apply event 2')
        await addUp(events, session)
      })
    beforeEach(() => {
      isFixed = false
    })

    it('lists the letter and applies its event once when it is retried', async () => {
      const one = fixable()
      await one.apply(range(1, 3))
      expect(await command()).toMatch(/test:games games\.number\.added\.v1 e2\n {2}Error: cannot apply event 2/)
      await one.retry()
      expect(await sum()).toBe(4)

      isFixed = true
      expect(await command('--retry', '--reader', 'another')).toMatch(/^0 marked/)
      expect(await command('--retry', '--reader', 'test:games')).toMatch(/^1 marked/)
      await Promise.all([one.retry(), fixable().retry()])
      expect([await sum(), await one.lastSeq()]).toEqual([6, 3])
      expect(await command()).toBe('No dead letters.')
    })

    it('keeps the letter marked for retry while the database fails', async () => {
      let fails = false
      const one = cursor(async events => {
        if (fails) throw new MongoServerError({ code: 13, message: 'not authorized' })
        if (events.some(event => event.seq === 2)) throw new Error('cannot apply event 2')
      })
      await one.apply(range(1, 3))
      await command('--retry')
      fails = true
      await expect(one.retry()).rejects.toMatchObject({ code: 13 })
      expect(await letters()).toMatchObject([{ retry: true, reason: 'Error: cannot apply event 2' }])
    })

    it('keeps the letter with the new reason when the retry fails', async () => {
      const one = fixable()
      await one.apply([added(1), added(2, { n: 'two' })])
      await command('--retry')
      await one.retry()
      expect(await letters()).toMatchObject([
        { _id: 'test:games:e2', reason: expect.stringContaining('expected number') },
      ])
      expect(await letters()).not.toMatchObject([{ retry: true }])
      expect(await sum()).toBe(1)
    })
  })
})
