import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeNamespace, startCommandProxy } from '@cascade/service-kit/testing'
import { type Document, Long, MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { loadInstallation } from './restore'
import { saveInstallation } from './save'
import { openInstallation } from './store'

const namespace = makeNamespace('store')
const databaseOf = (domain: string) => `${namespace}_${domain}`
const copyOf = (domain: string) => `${namespace}_copy_${domain}`

const client = await MongoClient.connect(inject('mongodbUri'))
const folder = await mkdtemp(join(tmpdir(), 'cascade-store-'))
beforeAll(async () => {
  const db = client.db(databaseOf('accounts'))
  await db.createCollection('wallets', { validator: { balance: { $gte: Long.ZERO } } })
  await db.collection('wallets').createIndexes([
    { key: { at: -1 }, expireAfterSeconds: 0 },
    { key: { feed: 1 }, unique: true, partialFilterExpression: { feed: { $exists: true } } },
  ])
  await db.collection('wallets').insertMany([{ at: new Date(0), balance: Long.ONE }, { balance: Long.ONE }])
})
afterAll(async () => {
  for (const name of [databaseOf('accounts'), copyOf('accounts')]) await client.db(name).dropDatabase()
  await Promise.all([client.close(), rm(folder, { recursive: true })])
})

async function open(onCommand: Parameters<typeof startCommandProxy>[1], nameOf: (domain: string) => string) {
  const proxy = await startCommandProxy(inject('mongodbUri'), onCommand)
  const store = await openInstallation(proxy.uri, nameOf)
  onTestFinished(async () => {
    await store.close()
    await proxy.stop()
  })
  return store
}

describe('a restore', () => {
  it('creates validators and indexes before the rows, none of which expires during the restore', async () => {
    const sent: Document[] = []
    const source = await open(() => undefined, databaseOf)
    const target = await open(command => void sent.push(command), copyOf)
    const { file, checksum, rows } = await saveInstallation(source, { file: join(folder, 'all.tar.gz'), zone: 'UTC' })
    expect(await loadInstallation(target, { name: file, checksum, bytes: () => createReadStream(file) })).toEqual({
      rows,
    })
    const steps = ['create', 'createIndexes', 'insert']
    expect(sent.flatMap(command => steps.filter(step => command[step] === 'wallets'))).toEqual(steps)

    const copy = client.db(copyOf('accounts')).collection('wallets')
    expect(await copy.indexes()).toMatchObject([
      { name: '_id_' },
      { name: 'at_-1', key: { at: -1 }, expireAfterSeconds: 2_147_483_647 },
      { name: 'feed_1', unique: true, partialFilterExpression: { feed: { $exists: true } } },
    ])
    const saved = await source.definitions('accounts')
    expect(await target.definitions('accounts')).toEqual([
      saved[0]?.replace('{"$numberInt":"0"}}', '{"$numberInt":"2147483647"}}'),
    ])
    await expect(copy.insertOne({ balance: Long.NEG_ONE })).rejects.toMatchObject({ code: 121 })
  })
})

describe('a backup', () => {
  it('names the parameter to set when it outlives its snapshot', async () => {
    const tooOld = { ok: 0, code: 239, codeName: 'SnapshotTooOld', errmsg: 'Read timestamp is older than the oldest' }
    const source = await open(command => (command.find === 'wallets' ? { reply: tooOld } : undefined), databaseOf)
    const saving = source.readSnapshot(async reader => {
      for await (const _ of reader.lines('accounts', 'wallets')) expect.unreachable()
    })
    await expect(saving).rejects.toThrow('set minSnapshotHistoryWindowInSeconds on every member')
  })
})
