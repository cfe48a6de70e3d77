import { MongoClient } from 'mongodb'
import { expect, inject, it, onTestFinished } from 'vitest'
import { primaryOf } from './primary'
import { startTcpProxy } from './tcp-proxy'

/** The address of a replica set with a member that is down. */
async function setAddress() {
  const client = await MongoClient.connect(inject('mongodbUri'))
  const { primary, setName } = await client.db('admin').command({ hello: 1 })
  await client.close()
  return { primary, uri: `mongodb://127.0.0.1:9,${primary}/?replicaSet=${setName}` }
}

it('finds the primary of an address with several hosts', async () => {
  const { primary, uri } = await setAddress()
  expect(await primaryOf(uri)).toBe(`mongodb://${primary}/?directConnection=true`)
})

it('a proxy in front of a replica set is not gone around', async () => {
  const { uri } = await setAddress()
  const proxy = await startTcpProxy(uri)
  onTestFinished(proxy.cut)
  const client = await MongoClient.connect(proxy.uri, { serverSelectionTimeoutMS: 500 })
  onTestFinished(() => client.close())
  await client.db('admin').command({ ping: 1 })
  await proxy.cut()
  await expect(client.db('admin').command({ ping: 1 })).rejects.toThrow()
})
