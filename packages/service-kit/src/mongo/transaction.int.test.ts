import { startTcpProxy } from '@cascade/dev/proxies'
import { describe, expect, inject, it } from 'vitest'
import { makeNamespace } from '../testing'
import { connectMongo } from './connect'
import { inTransaction } from './transaction'

describe('a transaction', () => {
  it('runs its work once when the reply to the commit is lost and the database is then away for longer than a command waits', async () => {
    const line = await startTcpProxy(inject('mongodbUri'))
    const mongo = await connectMongo(line.uri, makeNamespace('commit'), { serverSelectionTimeoutMS: 300 })
    const rows = mongo.db.collection('rows')
    await mongo.db.createCollection('rows')
    let runs = 0
    const cut = new Promise<void>(resolve => {
      mongo.client.on('commandFailed', function cutOnce({ commandName }) {
        if (commandName !== 'commitTransaction') return
        mongo.client.off('commandFailed', cutOnce)
        line.heal()
        resolve(line.cut())
      })
    })
    line.break({ loseCommitReply: 1 })
    const committed = inTransaction(mongo.client, async session => {
      runs += 1
      await rows.insertOne({ run: runs }, { session })
    })
    await cut
    setTimeout(line.restore, 900)
    await committed
    expect(runs).toBe(1)
    expect(await rows.countDocuments()).toBe(1)
    await mongo.db.dropDatabase()
    await mongo.close()
    await line.cut()
  })
})
