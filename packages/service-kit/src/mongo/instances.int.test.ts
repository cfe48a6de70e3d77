import { afterAll, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { createLogger, type Logger } from '../telemetry/logger'
import { silentLogger, startTcpProxy } from '../testing'
import { useFakeTimers } from '../testing/fake-timers'
import { type Scratch, startScratch } from '../testing/world'
import { connectMongo } from './connect'
import { ensureCollections } from './ensure-collections'
import { registerSession, sessionCollections, trackSessions } from './instances'
import { inTransaction } from './transaction'

let timers: ReturnType<typeof useFakeTimers>

const scratch = await startScratch()
await ensureCollections(scratch.db, [...sessionCollections, { name: 'things' }])
await scratch.db.collection<{ _id: string; n: number }>('things').insertOne({ _id: 'x', n: 0 })
afterAll(() => scratch.stop())
beforeEach(() => {
  timers = useFakeTimers(() => scratch.db)
})

const write = ({ client, db }: Pick<Scratch, 'client' | 'db'>) =>
  inTransaction(client, async tx => {
    await db
      .collection<{ _id: string; n: number }>('things')
      .updateOne({ _id: 'x' }, { $inc: { n: 1 } }, { session: tx })
  })

type Options = { uri?: string; now?: () => number; logger?: Logger }

async function startInstance(
  owner: string,
  { uri = inject('mongodbUri'), now = Date.now, logger = silentLogger }: Options = {},
) {
  const mongo = await connectMongo(uri, scratch.namespace)
  timers.watch(mongo.client)
  const commands: { name: string; collection: unknown }[] = []
  mongo.client.on('commandStarted', ({ commandName: name, command }) =>
    commands.push({ name, collection: command[name] }),
  )
  const { stop } = await trackSessions({ ...mongo, indexes: '', owner, now, logger })
  onTestFinished(async () => {
    await stop()
    await mongo.close()
  })
  return { ...mongo, commands, stop }
}
const instances = () => scratch.db.collection<{ _id: string; aliveUntil: Date }>('instances')
const registeredBy = (owner: string) => scratch.db.collection('open_sessions').countDocuments({ owner })

/** State after a SIGKILL: an open transaction with a write, in a registered session. */
async function leaveTransaction() {
  const gone = await startInstance('gone', { now: () => 0 })
  await write(gone)
  const session = gone.client.startSession()
  onTestFinished(() => session.endSession().catch(() => undefined))
  session.startTransaction()
  await gone.db
    .collection<{ _id: string; n: number }>('things')
    .updateOne({ _id: 'x' }, { $inc: { n: 1 } }, { session })
  expect(await registeredBy('gone')).toBeGreaterThan(0)
}

describe('a dead instance', () => {
  it('does not block others with its open transaction', async () => {
    await leaveTransaction()
    const alive = await startInstance('alive')
    await timers.advanceUntil(() => instances().countDocuments({ _id: 'gone' }), 0)
    await write(alive)
    expect((await scratch.db.collection<{ _id: string; n: number }>('things').findOne({ _id: 'x' }))?.n).toBe(2)
    await alive.stop()
    expect(await scratch.db.collection('open_sessions').countDocuments()).toBe(0)
  })

  it('is looked for at once when its open transaction blocks another', async () => {
    const alive = await startInstance('alive')
    const lookups = () => alive.commands.filter(({ name, collection }) => name === 'find' && collection === 'instances')
    await timers.advanceUntil(async () => lookups().length, 1)
    await leaveTransaction()
    const written = write(alive)
    await timers.advance(2_500)
    expect(alive.commands.map(({ name }) => name)).toContain('killSessions')
    await written
  })

  it('has its sessions registered again when it was alive after all', async () => {
    let clock = 0
    await write(await startInstance('late', { now: () => 0 }))
    const written = await registeredBy('late')
    expect(written).toBeGreaterThan(0)
    clock = Date.now()
    await startInstance('other', { now: () => clock })
    await timers.advanceUntil(() => registeredBy('late'), 0)
    clock = 0
    await timers.advanceUntil(() => registeredBy('late'), written)
  })
})

describe('an instance', () => {
  it('is not considered dead after an outage of the database for all instances', async () => {
    const line = await startTcpProxy(inject('mongodbUri'))
    const logger = createLogger('test', 'silent')
    const logged = vi.spyOn(logger, 'info')
    const both = await Promise.all(['one', 'two'].map(owner => startInstance(owner, { uri: line.uri, logger })))
    for (const one of both) await write(one)
    const aliveFrom = async (ms: number) =>
      (
        await instances()
          .find({ _id: { $in: ['one', 'two'] }, aliveUntil: { $gt: new Date(ms) } })
          .toArray()
      ).length
    // Each has waited its first period, and may declare others dead.
    const startedAt = Date.now()
    await timers.advanceUntil(() => aliveFrom(startedAt + 13_000), 2)

    await line.cut()
    await timers.advance(8_000)
    const restoredAt = Date.now()
    await line.restore()
    timers.follow()
    await expect.poll(() => aliveFrom(restoredAt), { timeout: 20_000 }).toBe(2)
    await timers.advanceUntil(() => aliveFrom(restoredAt + 18_000), 2)
    expect(both.flatMap(({ commands }) => commands).filter(({ name }) => name === 'killSessions')).toEqual([])
    expect(logged).not.toHaveBeenCalledWith(expect.anything(), 'closed sessions of a dead instance')
    expect(await Promise.all(['one', 'two'].map(registeredBy))).toEqual([1, 1])
  })

  it('registers all of its sessions again with one command', async () => {
    const { client, commands } = await startInstance('large')
    const sessions = Array.from({ length: 500 }, () => client.startSession())
    for (let at = 0; at < sessions.length; at += 40)
      await Promise.all(sessions.slice(at, at + 40).map(session => registerSession(client, session)))
    await scratch.db.collection('open_sessions').deleteMany({ owner: 'large' })
    commands.length = 0
    await instances().deleteOne({ _id: 'large' })
    await timers.advanceUntil(() => registeredBy('large'), 500)
    expect(commands.filter(({ collection }) => collection === 'open_sessions')).toHaveLength(1)
    await Promise.all(sessions.map(session => session.endSession()))
  })

  it('forgets the sessions that it has not used for minutes, except those that it keeps', async () => {
    let aheadMs = 0
    const { client } = await startInstance('idle', { now: () => Date.now() + aheadMs })
    const [kept, ended] = [client.startSession(), client.startSession()]
    for (const session of [kept, ended]) await registerSession(client, session)
    await ended.endSession()
    expect(await registeredBy('idle')).toBe(2)
    aheadMs = 11 * 60_000
    await timers.advanceUntil(() => registeredBy('idle'), 1)
    await kept.endSession()
  })
})
