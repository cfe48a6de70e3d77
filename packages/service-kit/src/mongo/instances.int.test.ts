import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { silentLogger, startTcpProxy } from '../testing'
import { type Scratch, startScratch } from '../testing/world'
import { connectMongo } from './connect'
import { ensureCollections } from './ensure-collections'
import { registerSession, sessionPlans, trackSessions } from './instances'
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
        timeout: 20_000,
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
    await expect.poll(sessions, { timeout: 20_000 }).toBe(0)
    clock = 0
    await expect.poll(sessions, { timeout: 20_000 }).toBe(written)

    await keeper.stop()
    await other.stop()
    await late.close()
  })
})

describe('an instance', () => {
  async function startInstance(owner: string, { uri = inject('mongodbUri'), now = Date.now } = {}) {
    const mongo = await connectMongo(uri, scratch.namespace)
    const commands: { name: string; collection: unknown }[] = []
    mongo.client.on('commandStarted', ({ commandName: name, command }) =>
      commands.push({ name, collection: command[name] }),
    )
    const keeper = await trackSessions({ ...mongo, indexes: '', owner, now, logger: silentLogger })
    onTestFinished(async () => {
      await keeper.stop()
      await mongo.close()
    })
    return { ...mongo, commands }
  }
  const registeredBy = (owner: string) => scratch.db.collection('open_sessions').countDocuments({ owner })

  it('is not taken for dead after the database was away for everybody', async () => {
    const line = await startTcpProxy(inject('mongodbUri'))
    const logged = vi.spyOn(silentLogger, 'info')
    const both = await Promise.all(['one', 'two'].map(owner => startInstance(owner, { uri: line.uri })))
    for (const { client, db } of both) await write(client, db)
    const instances = scratch.db.collection<{ _id: string; aliveUntil: Date }>('instances')
    const aliveFrom = async (ms: number) =>
      (await instances.find({ _id: { $in: ['one', 'two'] }, aliveUntil: { $gt: new Date(ms) } }).toArray()).length
    // Each has waited its first period, and may declare others dead.
    const startedAt = Date.now()
    await expect.poll(() => aliveFrom(startedAt + 13_000), { timeout: 30_000 }).toBe(2)

    await line.cut()
    await new Promise(resolve => setTimeout(resolve, 8_000))
    const restoredAt = Date.now()
    await line.restore()
    await expect.poll(() => aliveFrom(restoredAt + 18_000), { timeout: 40_000 }).toBe(2)
    expect(both.flatMap(({ commands }) => commands).filter(({ name }) => name === 'killSessions')).toEqual([])
    expect(logged).not.toHaveBeenCalledWith(expect.anything(), 'closed sessions of a dead instance')
    expect(await Promise.all(['one', 'two'].map(registeredBy))).toEqual([1, 1])
  }, 90_000)

  it('registers all of its sessions again with one command', async () => {
    const { client, commands } = await startInstance('large')
    const sessions = Array.from({ length: 500 }, () => client.startSession())
    for (let at = 0; at < sessions.length; at += 40)
      await Promise.all(sessions.slice(at, at + 40).map(session => registerSession(client, session)))
    await scratch.db.collection('open_sessions').deleteMany({ owner: 'large' })
    commands.length = 0
    await scratch.db.collection<{ _id: string }>('instances').deleteOne({ _id: 'large' })
    await expect.poll(() => registeredBy('large'), { timeout: 20_000 }).toBe(500)
    expect(commands.filter(({ collection }) => collection === 'open_sessions')).toHaveLength(1)
    await Promise.all(sessions.map(session => session.endSession()))
  }, 60_000)

  it('forgets the sessions that it has not used for minutes, except those that it keeps', async () => {
    let aheadMs = 0
    const { client } = await startInstance('idle', { now: () => Date.now() + aheadMs })
    const [kept, ended] = [client.startSession(), client.startSession()]
    for (const session of [kept, ended]) await registerSession(client, session)
    await ended.endSession()
    expect(await registeredBy('idle')).toBe(2)
    aheadMs = 11 * 60_000
    await expect.poll(() => registeredBy('idle'), { timeout: 20_000 }).toBe(1)
    await kept.endSession()
  })
})
