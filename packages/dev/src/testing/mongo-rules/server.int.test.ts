import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { canRule } from './seeds'
import { type MongoRules, startMongoRules } from './server'

const dbName = `rules-${process.pid}`
const actionOf = (command: string) => ({ collMod: 'collMod', insert: 'insert' })[command]
let rules: MongoRules
let client: MongoClient
describe.runIf(canRule(inject('mongodbUri')))('a server of rules', () => {
  beforeAll(async () => {
    rules = await startMongoRules(inject('mongodbUri'), { rights: { actions: ['insert'], actionOf } })
    client = await MongoClient.connect(rules.uri)
    await client.db(dbName).createCollection('rows')
  })
  afterAll(async () => {
    rules.heal()
    await client.db(dbName).dropDatabase()
    await client.close()
    await rules.stop()
  })

  it('refuses and records what a role, a transaction or the indexes do not allow', async () => {
    const db = client.db(dbName)
    await expect(db.command({ collMod: 'rows', validator: {} })).rejects.toMatchObject({ code: 13 })
    const refused = async (command: object, code: number) => {
      const session = client.startSession()
      session.startTransaction()
      await db.collection('rows').insertOne({}, { session })
      await expect(db.command(command, { session })).rejects.toMatchObject({ code })
      await expect(session.commitTransaction()).rejects.toMatchObject({ code: 251 })
      await session.endSession()
    }
    await refused({ find: 'rows', readConcern: { level: 'snapshot' } }, 72)
    await refused({ insert: 'system.views', documents: [{}] }, 263)
    await db.collection('rows').find({ a: 1 }).sort({ b: 1 }).toArray()
    await db.collection('rows').createIndex({ a: 1, b: -1 })
    await db.collection('rows').find({ a: 1 }).sort({ b: 1 }).toArray()
    expect(await rules.violations()).toEqual([
      'not authorized: collMod needs collMod',
      'read concern of a later find',
      `insert of ${dbName}.system.views`,
      'find in rows sorts without an index: [["a"],{"b":1}]',
    ])
    expect(await db.collection('rows').countDocuments()).toBe(0)
  })

  it('delays an index build, and then refuses the next during another', async () => {
    const rows = client.db(dbName).collection('rows')
    const fault = { type: 'error', code: 12587, isExecuted: false } as const
    rules.follow([
      { kind: 'definition', skip: 0, fault: { type: 'delay', ms: 100 } },
      { kind: 'definition', skip: 0, fault },
    ])
    await rows.createIndex({ c: 1 })
    await expect(rows.createIndex({ d: 1 })).rejects.toMatchObject({ code: 12587, errorLabels: [] })
    expect((await rows.indexes()).map(({ name }) => name)).toEqual(['_id_', 'a_1_b_-1', 'c_1'])
  })

  it('shows a commit with a lost reply to linearizable reads, and to majority reads after the lag', async () => {
    const rows = client.db(dbName).collection<{ _id: number }>('rows')
    await rows.findOne({ _id: 1 }, { readConcern: { level: 'majority' } })
    rules.follow([{ kind: 'commit', skip: 0, fault: { type: 'lag', ms: 600, lostReplies: 1 } }])
    const session = client.startSession()
    session.startTransaction()
    await rows.insertOne({ _id: 1 }, { session })
    const committed = session.commitTransaction()
    await expect.poll(rules.left).toBe(0)
    const [late, proof] = await Promise.all(
      (['majority', 'linearizable'] as const).map(level => rows.findOne({ _id: 1 }, { readConcern: { level } })),
    )
    await committed
    expect([late, proof]).toEqual([null, { _id: 1 }])
    expect(await rows.findOne({ _id: 1 }, { readConcern: { level: 'majority' } })).toEqual({ _id: 1 })
    await session.endSession()
  })
})
