import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { silentLogger } from '../testing'
import { type Scratch, startScratch } from '../testing/world'
import { connectMongo } from './connect'
import { ensureCollections } from './ensure-collections'
import { sessionPlans, trackSessions } from './instances'
import { inTransaction } from './transaction'

let scratch: Scratch

beforeAll(async () => {
  scratch = await startScratch({ mongodbUri: inject('mongodbUri'), natsUrl: inject('natsUrl') })
  await ensureCollections(scratch.db, [...sessionPlans, { name: 'things' }])
  await scratch.db.collection<{ _id: string; n: number }>('things').insertOne({ _id: 'x', n: 0 })
})
afterAll(() => scratch?.stop())

const write = (client: Scratch['client'], db: Scratch['db']) =>
  inTransaction(client, async tx => {
    await db
      .collection<{ _id: string; n: number }>('things')
      .updateOne({ _id: 'x' }, { $inc: { n: 1 } }, { session: tx })
  })

describe('a dead instance', () => {
  it('does not block others with its open transaction', async () => {
    const gone = await connectMongo(inject('mongodbUri'), scratch.namespace)
    const long = 0
    const keeper = await trackSessions({ ...gone, indexes: '', owner: 'gone', now: () => long, logger: silentLogger })
    await write(gone.client, gone.db)
    // State after a SIGKILL: an open transaction with a write, in a registered session.
    const session = gone.client.startSession()
    session.startTransaction()
    await gone.db
      .collection<{ _id: string; n: number }>('things')
      .updateOne({ _id: 'x' }, { $inc: { n: 1 } }, { session })
    expect(await scratch.db.collection('open_sessions').countDocuments({ owner: 'gone' })).toBeGreaterThan(0)

    const alive = await trackSessions({
      ...scratch,
      indexes: '',
      owner: 'alive',
      now: () => Date.now(),
      logger: silentLogger,
    })
    await expect
      .poll(() => scratch.db.collection<{ _id: string }>('instances').countDocuments({ _id: 'gone' }), {
        timeout: 10_000,
      })
      .toBe(0)
    await write(scratch.client, scratch.db)
    expect((await scratch.db.collection<{ _id: string; n: number }>('things').findOne({ _id: 'x' }))?.n).toBe(2)

    await alive.stop()
    expect(await scratch.db.collection('open_sessions').countDocuments()).toBe(0)
    await keeper.stop()
    await session.endSession().catch(() => undefined)
    await gone.close()
  })

  it('a dead instance has its sessions registered again when it was alive after all', async () => {
    const late = await connectMongo(inject('mongodbUri'), scratch.namespace)
    let clock = 0
    const keeper = await trackSessions({ ...late, indexes: '', owner: 'late', now: () => 0, logger: silentLogger })
    await write(late.client, late.db)
    const sessions = () => scratch.db.collection('open_sessions').countDocuments({ owner: 'late' })
    const written = await sessions()
    expect(written).toBeGreaterThan(0)

    clock = Date.now()
    const other = await trackSessions({
      ...scratch,
      indexes: '',
      owner: 'other',
      now: () => clock,
      logger: silentLogger,
    })
    await expect.poll(sessions, { timeout: 10_000 }).toBe(0)
    clock = 0
    await expect.poll(sessions, { timeout: 10_000 }).toBe(written)

    await keeper.stop()
    await other.stop()
    await late.close()
  })
})
