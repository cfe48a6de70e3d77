import { connect, createServer } from 'node:net'
import { freePort } from '@cascade/dev/ports'
import { BSON, type Document } from 'mongodb'
import { expect, inject, it } from 'vitest'
import { toAppError } from '../http/error-response'
import { makeNamespace, primaryOf } from '../testing'
import { connectMongo } from './connect'

const opMsg = 2013
const headerBytes = 16
const flagAndKindBytes = 5
const writeConcernError = { code: 64, codeName: 'WriteConcernTimeout', errmsg: 'waiting for replication timed out' }
const isWriteReply = (reply: Document) => ['n', 'nInserted', 'lastErrorObject'].some(field => field in reply)

/** A server's reply as of a primary whose secondaries lag behind. */
function withLag(message: Buffer): Buffer {
  if (message.readInt32LE(12) !== opMsg) return message
  const start = headerBytes + flagAndKindBytes
  const reply = BSON.deserialize(message.subarray(start), { promoteValues: false })
  if (!isWriteReply(reply)) return message
  const lagging = Buffer.concat([message.subarray(0, start), BSON.serialize({ ...reply, writeConcernError })])
  lagging.writeInt32LE(lagging.length)
  return lagging
}

/** Starts a proxy in front of a server whose secondaries lag behind. */
async function startLaggingLine(target: string) {
  const uri = new URL(await primaryOf(target))
  const { hostname, port: targetPort } = uri
  const listener = createServer(client => {
    const server = connect(Number(targetPort), hostname)
    let received = Buffer.alloc(0)
    client.on('error', () => server.destroy()).pipe(server)
    server.on('close', () => client.destroy()).on('error', () => undefined)
    server.on('data', chunk => {
      received = Buffer.concat([received, chunk])
      while (received.length >= headerBytes && received.length >= received.readInt32LE()) {
        const message = received.subarray(0, received.readInt32LE())
        received = received.subarray(message.length)
        client.write(withLag(message))
      }
    })
  })
  uri.port = String(await freePort())
  await new Promise<void>(resolve => listener.listen(Number(uri.port), '127.0.0.1', resolve))
  return { uri: uri.href, close: () => listener.close() }
}

it('a plain write that a majority has not confirmed within ten seconds has an unknown outcome', async () => {
  const line = await startLaggingLine(inject('mongodbUri'))
  const { client, db, close } = await connectMongo(line.uri, makeNamespace('lag'))
  const limits = new Set<unknown>()
  client.on('commandStarted', ({ command }) => limits.add(command.writeConcern?.wtimeout))
  const rows = db.collection<{ _id: number; n?: number }>('rows')
  const document: Document = { _id: 5 }
  const set = { $set: { n: 1 } }
  const writes = [
    rows.insertOne({ _id: 0 }),
    rows.insertMany([{ _id: 1 }]),
    rows.updateOne({ _id: 2 }, set, { upsert: true }),
    rows.findOneAndUpdate({ _id: 3 }, set, { upsert: true }),
    rows.bulkWrite([{ insertOne: { document: { _id: 4 } } }]),
    client.bulkWrite([{ name: 'insertOne', namespace: `${db.databaseName}.rows`, document }]),
  ]
  for (const result of await Promise.allSettled(writes)) {
    expect(toAppError(result.status === 'rejected' && result.reason)).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
  }
  expect([...limits]).toEqual([10_000])
  expect(await rows.countDocuments()).toBe(writes.length)
  await db.dropDatabase().catch(() => undefined)
  await close()
  line.close()
})
