import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { makeNamespace } from '../testing'
import { connectMongo, type Mongo } from './connect'
import { isTransient } from './driver-errors'

const sockets: Socket[] = []
const collect = (message: unknown) => sockets.push((message as { socket: Socket }).socket)
let mongo: Mongo

beforeAll(async () => {
  subscribe('net.client.socket', collect)
  mongo = await connectMongo(inject('mongodbUri'), makeNamespace('defects'))
})
afterAll(async () => {
  unsubscribe('net.client.socket', collect)
  await mongo.db.dropDatabase()
  await mongo.close()
})

/** The driver serialises a command after its last check of the socket and before the write. */
const cutWhileSerialised = {
  toBSON() {
    for (const socket of sockets) socket.destroy()
    return 1
  },
}

describe('the driver', () => {
  it('rejects with a network error when the socket is destroyed between the last check and the write', async () => {
    const rows = mongo.db.collection<{ _id: number; value?: unknown }>('rows')
    const session = mongo.client.startSession()
    session.startTransaction()
    await rows.insertOne({ _id: 1 }, { session })
    const error = await rows.insertOne({ _id: 2, value: cutWhileSerialised }, { session }).catch(thrown => thrown)
    expect(isTransient(error)).toBe(true)
    expect(error.hasErrorLabel('TransientTransactionError')).toBe(true)
    await session.endSession()
    expect(await rows.countDocuments()).toBe(0)
  })

  it('sends the read concern of a snapshot session with find, and not with getMore', async () => {
    const rows = mongo.db.collection<{ _id: number }>('many')
    await rows.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }])
    const sent: [name: string, hasReadConcern: boolean][] = []
    mongo.client.on('commandStarted', ({ commandName, command }) => {
      if (['find', 'getMore'].includes(commandName)) sent.push([commandName, 'readConcern' in command])
    })
    await mongo.client.withSession({ snapshot: true }, session => rows.find({}, { session, batchSize: 2 }).toArray())
    expect(sent).toEqual([
      ['find', true],
      ['getMore', false],
    ])
  })
})
