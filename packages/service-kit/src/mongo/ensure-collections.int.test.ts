import type { Document } from 'mongodb'
import { afterAll, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest'
import { eventually, type Interference, makeNamespace, silentLogger, startCommandProxy } from '../testing'
import type { CollectionSpec } from './collections'
import { connectMongo } from './connect'
import { ensureCollections } from './ensure-collections'
import { createCollectionBuilder } from './index-builds'

const database = makeNamespace('specs')
const ddlNames = ['create', 'collMod', 'createIndexes', 'dropIndexes', 'drop']
const isDdl = (command: Document) => ddlNames.some(name => name in command)
const describeCommand = (command: Document) => Object.entries(command)[0]?.join(' ')
let sent: Document[] = []
let interfere: (command: Document) => Interference | undefined = () => undefined

const proxy = await startCommandProxy(inject('mongodbUri'), command => {
  sent.push(command)
  return interfere(command)
})
const mongo = await connectMongo(proxy.uri, database, { socketTimeoutMS: 1_000 })
beforeEach(async () => {
  interfere = () => undefined
  await mongo.db.dropDatabase()
  sent = []
})
afterAll(async () => {
  await mongo.db.dropDatabase()
  await mongo.close()
  await proxy.stop()
})

function openCollections() {
  const connect = () => connectMongo(proxy.uri, database, { socketTimeoutMS: 0 })
  const builder = createCollectionBuilder({ db: mongo.db, connect, logger: silentLogger, pauseMs: 10 })
  const builds = builder.startBuilds()
  onTestFinished(builds.stop)
  return { ...builder, stop: builds.stop }
}

const indexesOf = async (name: string) => (await mongo.db.collection(name).indexes()).map(index => index.name).sort()
const ddl = () => sent.filter(isDdl).map(describeCommand)

const rows: CollectionSpec = { name: 'rows' }
const unique: CollectionSpec = { name: 'rows', indexes: [{ key: { code: 1 }, options: { unique: true } }] }
const sorted: CollectionSpec = { name: 'rows', indexes: [{ key: { at: -1 } }, { key: { code: 1, at: 1 } }] }
const validated: CollectionSpec = {
  name: 'rows',
  validator: { amount: { $gte: 0 } },
  indexes: [{ key: { at: 1 } }, ...(unique.indexes ?? [])],
}

describe('ensureCollections', () => {
  it('updates a changed validator and the expiry of an existing TTL index at the next start', async () => {
    const keepFor = (expireAfterSeconds: number, validator: Document) =>
      ensureCollections(mongo.db, [
        { name: 'rows', validator, indexes: [{ key: { at: 1 }, options: { expireAfterSeconds } }] },
      ])
    const expiry = async () =>
      Number((await mongo.db.collection('rows').indexes()).find(({ key }) => key.at)?.expireAfterSeconds)
    await keepFor(100, { n: { $gte: 0 } })
    expect(await expiry()).toBe(100)
    await keepFor(200, { n: { $gte: 1 } })
    expect(await expiry()).toBe(200)
    expect(ddl()).toEqual(['create rows', 'createIndexes rows', 'collMod rows', 'collMod rows'])
    await expect(mongo.db.collection<{ n: number }>('rows').insertOne({ n: 0 })).rejects.toMatchObject({ code: 121 })
  })

  it('rejects changed options of an index with a hint at its name', async () => {
    await ensureCollections(mongo.db, [unique])
    const changed = { name: 'rows', indexes: [{ key: { code: 1 } }] }
    await expect(openCollections().ensure([changed])).rejects.toThrow(
      'An index with changed options needs another name',
    )
  })

  describe('an index that is added to existing rows', () => {
    beforeEach(async () => {
      await ensureCollections(mongo.db, [rows])
      sent = []
    })

    it('is complete before the service goes on if it is unique, however long its build takes', async () => {
      interfere = command => ('createIndexes' in command ? { delayMs: 3_000 } : undefined)
      await openCollections().ensure([unique, sorted])
      expect(ddl()).toEqual(['createIndexes rows'])
      expect(await indexesOf('rows')).toEqual(['_id_', 'at_-1', 'code_1', 'code_1_at_1'])
    })

    it('counts as missing while the server still builds it', async () => {
      const building = { spec: { v: 2, key: { code: 1 }, name: 'code_1', unique: true }, buildUUID: 'some' }
      interfere = command =>
        'listIndexes' in command
          ? { reply: { ok: 1, cursor: { id: 0n, ns: `${database}.rows`, firstBatch: [building] } } }
          : undefined
      await openCollections().ensure([unique])
      expect(ddl()).toEqual(['createIndexes rows'])
    })

    it('does not delay the stop of a process', async () => {
      interfere = command => ('createIndexes' in command ? { delayMs: 600_000 } : undefined)
      const builder = openCollections()
      await builder.ensure([sorted])
      await eventually(async () => ddl().length > 0)
      await builder.stop()
    })
  })

  it.each([
    ['an index build under way', { code: 12587, codeName: 'BackgroundOperationInProgressForNamespace' }],
    ['a busy lock', { code: 46, codeName: 'LockBusy' }],
    ['a step-down of the primary', { code: 11602, codeName: 'InterruptedDueToReplStateChange' }],
  ])('repeats DDL during %s', async (_, fault) => {
    await ensureCollections(mongo.db, [rows])
    sent = []
    const left = new Map([
      ['collMod', 2],
      ['createIndexes', 2],
    ])
    interfere = command => {
      const name = Object.keys(command)[0] ?? ''
      const times = left.get(name) ?? 0
      left.set(name, times - 1)
      return times > 0 ? { reply: { ok: 0, errmsg: 'not now', ...fault } } : undefined
    }
    await openCollections().ensure([validated])
    expect(ddl()).toEqual([...Array(3).fill('collMod rows'), ...Array(3).fill('createIndexes rows')])
    expect(await indexesOf('rows')).toEqual(['_id_', 'at_1', 'code_1'])
  })
})
