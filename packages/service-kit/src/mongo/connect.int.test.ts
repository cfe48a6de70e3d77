import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '@cascade/dev/ports'
import { BSON, type Document } from 'mongodb'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { toAppError } from '../http/error-response'
import { makeNamespace } from '../testing'
import { connectMongo, type Mongo } from './connect'

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
  const { hostname, port: targetPort } = new URL(target)
  const sockets = new Set<Socket>()
  const listener = createServer(client => {
    const server = connect(Number(targetPort), hostname)
    let received = Buffer.alloc(0)
    server.on('data', chunk => {
      received = Buffer.concat([received, chunk])
      while (received.length >= headerBytes && received.length >= received.readInt32LE()) {
        const message = received.subarray(0, received.readInt32LE())
        received = received.subarray(message.length)
        client.write(withLag(message))
      }
    })
    client.pipe(server)
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => [client, server].map(each => each.destroy()))
    }
  })
  const port = await freePort()
  await new Promise<void>(resolve => listener.listen(port, '127.0.0.1', resolve))
  const uri = new URL(target)
  uri.port = String(port)
  return {
    uri: uri.href,
    close() {
      listener.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

describe('a plain write that a majority does not confirm in time', () => {
  let line: Awaited<ReturnType<typeof startLaggingLine>>
  let lagging: Mongo
  let direct: Mongo
  const limits: unknown[] = []
  beforeAll(async () => {
    const name = makeNamespace('lag')
    line = await startLaggingLine(inject('mongodbUri'))
    lagging = await connectMongo(line.uri, name)
    lagging.client.on('commandStarted', ({ command }) => limits.push(command.writeConcern?.wtimeout))
    direct = await connectMongo(inject('mongodbUri'), name)
  })
  afterAll(async () => {
    await direct.db.dropDatabase()
    await direct.close()
    await lagging.close()
    line.close()
  })

  const rows = () => lagging.db.collection<{ _id: string; n?: number }>('rows')
  it.each<[string, () => Promise<unknown>]>([
    ['insertOne', () => rows().insertOne({ _id: 'insertOne' })],
    ['insertMany', () => rows().insertMany([{ _id: 'insertMany' }])],
    ['updateOne', () => rows().updateOne({ _id: 'updateOne' }, { $set: { n: 1 } }, { upsert: true })],
    [
      'findOneAndUpdate',
      () => rows().findOneAndUpdate({ _id: 'findOneAndUpdate' }, { $set: { n: 1 } }, { upsert: true }),
    ],
    ['bulkWrite', () => rows().bulkWrite([{ insertOne: { document: { _id: 'bulkWrite' } } }])],
    [
      'bulkWrite of the client',
      () => {
        const document: Document = { _id: 'bulkWrite of the client' }
        const namespace = `${lagging.db.databaseName}.rows`
        return lagging.client.bulkWrite([{ name: 'insertOne', namespace, document }])
      },
    ],
  ])('is answered as unknown by %s, because the primary has executed it', async (_id, write) => {
    limits.length = 0
    const error = await write().then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(toAppError(error)).toMatchObject({ code: 'OUTCOME_UNKNOWN', reason: 'DATABASE_AWAY' })
    expect(limits).toEqual([10_000])
    expect(await direct.db.collection<{ _id: string }>('rows').countDocuments({ _id })).toBe(1)
  })
})
