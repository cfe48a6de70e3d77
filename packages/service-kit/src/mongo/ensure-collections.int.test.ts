import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { makeNamespace } from '../testing'
import { connectMongo, type Mongo } from './connect'
import { ensureCollections } from './ensure-collections'

let mongo: Mongo
beforeAll(async () => {
  mongo = await connectMongo(inject('mongodbUri'), makeNamespace('plans'))
})
afterAll(async () => {
  await mongo.db.dropDatabase()
  await mongo.close()
})

it('updates the expiry of an existing TTL index at the next start', async () => {
  const keepFor = (expireAfterSeconds: number) =>
    ensureCollections(mongo.db, [{ name: 'rows', indexes: [{ key: { at: 1 }, options: { expireAfterSeconds } }] }])
  const rows = async () =>
    Number((await mongo.db.collection('rows').indexes()).find(({ key }) => key.at)?.expireAfterSeconds)
  await keepFor(100)
  await keepFor(100)
  expect(await rows()).toBe(100)
  await keepFor(200)
  expect(await rows()).toBe(200)
})
