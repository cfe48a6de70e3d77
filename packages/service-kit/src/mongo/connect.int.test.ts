import type { Document } from 'mongodb'
import { describe, expect, inject, it } from 'vitest'
import { toAppError } from '../http/error-response'
import { makeNamespace, startCommandProxy } from '../testing'
import { connectMongo } from './connect'

const writes = ['insert', 'update', 'findAndModify', 'bulkWrite']
const writeConcernError = { code: 64, codeName: 'WriteConcernTimeout', errmsg: 'waiting for replication timed out' }
const withLag = (reply: Document) => ({ ...reply, writeConcernError })

describe('a plain write', () => {
  it('has an unknown outcome when no majority confirms it within ten seconds', async () => {
    const proxy = await startCommandProxy(inject('mongodbUri'), command =>
      writes.some(name => name in command) ? { change: withLag } : undefined,
    )
    const { client, db, close } = await connectMongo(proxy.uri, makeNamespace('lag'))
    const limits = new Set<unknown>()
    client.on('commandStarted', ({ command }) => limits.add(command.writeConcern?.wtimeout))
    const rows = db.collection<{ _id: number; n?: number }>('rows')
    const document: Document = { _id: 5 }
    const set = { $set: { n: 1 } }
    const written = [
      rows.insertOne({ _id: 0 }),
      rows.insertMany([{ _id: 1 }]),
      rows.updateOne({ _id: 2 }, set, { upsert: true }),
      rows.findOneAndUpdate({ _id: 3 }, set, { upsert: true }),
      rows.bulkWrite([{ insertOne: { document: { _id: 4 } } }]),
      client.bulkWrite([{ name: 'insertOne', namespace: `${db.databaseName}.rows`, document }]),
    ]
    for (const result of await Promise.allSettled(written)) {
      expect(toAppError(result.status === 'rejected' && result.reason)).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    }
    expect([...limits]).toEqual([10_000])
    expect(await rows.countDocuments()).toBe(written.length)
    await db.dropDatabase()
    await close()
    await proxy.stop()
  })
})
