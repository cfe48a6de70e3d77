import { MongoClient } from 'mongodb'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { startTcpProxy } from './proxies'

describe('a proxy in front of a replica set', () => {
  it('is not gone around, if it is given by all members', async () => {
    const member = await MongoClient.connect(inject('mongodbUri'))
    const { primary, setName } = await member.db('admin').command({ hello: 1 })
    await member.close()
    const proxy = await startTcpProxy(`mongodb://127.0.0.1:9,${primary}/?replicaSet=${setName}`)
    onTestFinished(proxy.cut)
    const client = await MongoClient.connect(proxy.uri, { serverSelectionTimeoutMS: 500 })
    onTestFinished(() => client.close())
    await client.db('admin').command({ ping: 1 })
    await proxy.cut()
    await expect(client.db('admin').command({ ping: 1 })).rejects.toThrow()
  })
})
