import { type AnyEvent, defineEvent } from '@cascade/contracts'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { z } from 'zod'
import { createFeedCursor } from '../events/cursor'
import { writeOutbox } from '../events/outbox'
import { sleep } from '../runtime/loop'
import { canRule, describeRecoveries, eventually, ruleSeeds, silentLogger, startRules } from '../testing'
import { startScratch } from '../testing/world'
import { isCommitUnknown } from './driver-errors'
import { inTransaction, type Tx } from './transaction'

const Added = defineEvent('games.number.added.v1', z.object({ n: z.number() }))
const callers = 5
const requestsMax = 120
const eventsPerBatch = 3
const spec = {
  count: 6,
  skipMax: 3,
  kinds: ['commit', 'commit', 'transaction', 'transaction', 'write', 'read'],
} as const
const recoveriesMs: number[] = []
afterAll(() => void process.stdout.write(describeRecoveries('transactions', recoveriesMs)))

const eventOf = (seq: number): AnyEvent => ({
  ...{ id: `e${seq}`, type: 'games.number.added.v1', at: '2026-03-01T10:00:00.000Z', actor: null },
  ...{ correlationId: 'c', causationId: null, seq, data: { n: seq } },
})

/** Transactions, plain writes and a consumer, until all faults of the seed have come. */
async function startWork(seed: number) {
  const { rules, begin } = await startRules(inject('mongodbUri'), spec)
  const scratch = await startScratch({ mongodbUri: rules.uri })
  const { client, db } = scratch
  const rows = db.collection<{ _id: string }>('rows')
  const sums = db.collection<{ _id: string; total: number }>('sums')
  await Promise.all(['rows', 'sums'].map(name => db.createCollection(name)))
  const [done, refused, codes] = [new Set<string>(), new Set<string>(), new Set<unknown>()]
  const startedAt = performance.now()
  let [tried, doneAt] = [0, 0]
  let isOver = false
  begin(seed)

  const tell = (ids: readonly string[], tx: Tx) => {
    const events = ids.map(data => ({ type: 'told', data, actor: null, correlationId: 'test' }))
    return writeOutbox(db, events, { at: new Date(), tx })
  }

  async function record(id: string, work: Promise<unknown>) {
    try {
      await work
      done.add(id)
      if (doneAt < rules.primarySince()) doneAt = performance.now()
    } catch (error) {
      codes.add((error as { code?: number }).code)
      if (id.startsWith('t') && !isCommitUnknown(error)) refused.add(id)
    }
  }

  const transact = (id: string) =>
    record(
      id,
      inTransaction(client, async tx => {
        await rows.insertOne({ _id: id }, { session: tx })
        await tell([id], tx)
      }),
    )

  async function call() {
    do {
      tried += 1
      const turn = tried
      await transact(`t${turn}`)
      await record(`w${turn}`, rows.insertOne({ _id: `w${turn}` }))
    } while (rules.left() > 0 && tried < requestsMax)
  }

  const cursor = createFeedCursor({
    ...{ client, db, producer: 'games', name: 'rules', logger: silentLogger },
    schemas: { 'games.number.added.v1': Added },
    async project(events, tx) {
      const total = events.reduce((sum, { seq }) => sum + seq, 0)
      await sums.updateOne({ _id: 'all' }, { $inc: { total } }, { upsert: true, session: tx })
      await tell(
        events.map(({ id }) => id),
        tx,
      )
    },
  })

  async function consume() {
    const lastSeq = await cursor.lastSeq()
    const events = Array.from({ length: eventsPerBatch }, (_, index) => eventOf(lastSeq + 1 + index))
    await cursor.apply(events.flatMap(event => cursor.read(event) ?? []))
    return true
  }
  async function consumeOn() {
    while (!isOver) await consume().catch(() => sleep(20))
  }

  return {
    ...{ rules, db, rows, sums, done, refused, codes, cursor },
    async work() {
      const consuming = consumeOn()
      await Promise.all(Array.from({ length: callers }, call))
      rules.heal()
      isOver = true
      await consuming
      await eventually(consume)
      await transact('t')
      if (rules.primarySince() > startedAt) recoveriesMs.push(doneAt - rules.primarySince())
    },
    async stop() {
      await scratch.stop()
      await rules.stop()
    },
  }
}

describe.runIf(canRule(inject('mongodbUri')))('transactions', () => {
  it.concurrent.for(ruleSeeds)('are executed once and answer truly in seed %d', async (seed, { onTestFinished }) => {
    const { rules, db, rows, sums, done, refused, codes, cursor, work, stop } = await startWork(seed)
    onTestFinished(stop)
    await work()
    const written = new Set((await rows.find().toArray()).map(({ _id }) => _id))
    expect([...done].filter(id => !written.has(id))).toEqual([])
    expect([...refused].filter(id => written.has(id))).toEqual([])
    expect(codes).not.toContain(11000)
    const texts = (await db.collection('outbox').find().toArray()).map(({ data }) => String(data))
    const last = await cursor.lastSeq()
    const applied = Array.from({ length: last }, (_, index) => `e${index + 1}`)
    expect(texts.sort()).toEqual([...[...written].filter(id => id.startsWith('t')), ...applied].sort())
    expect((await sums.findOne({ _id: 'all' }))?.total).toBe((last * (last + 1)) / 2)
    expect(await db.collection('dead_letters').countDocuments()).toBe(0)
    expect(await rules.violations()).toEqual([])
  })
})
