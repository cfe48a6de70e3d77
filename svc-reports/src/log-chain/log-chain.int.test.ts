import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LedgerSealed } from '@cascade/contracts/accounts'
import { ActivityRecorded } from '@cascade/contracts/gateway'
import { DrawResulted } from '@cascade/contracts/live'
import type { LogHead } from '@cascade/contracts/reports'
import { inTransaction } from '@cascade/service-kit'
import {
  chainOf,
  createHeadVerifier,
  leafOf,
  nextHash,
  readHeads,
  unsealed,
  verifyLog,
} from '@cascade/service-kit/log-chain'
import { openTarget, type StorageTarget } from '@cascade/service-kit/storage'
import { actorOf, eventually } from '@cascade/service-kit/testing'
import type { Document } from 'mongodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readAccountIndex, storeActivities, storeActivitiesIn } from '../projections/activities/store-activities'
import { makeActivity } from '../testing/make-activity'
import { startWorld, type World } from '../testing/world'

let world: World
let folder: string
let target: StorageTarget

const record = { drawId: 'a_g_1', result: '7' }
const draw = { drawId: 'a_g_1', adminId: 'a', gameId: 'g', gameName: 'G', resultVersion: 1, result: '7', booster: 1 }
const policy = { policy: 'random', stake: '0', payout: '0', tickets: 1, by: null, reason: null, day: '2026-03-01' }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-heads-'))
  target = openTarget({ BACKUP_TARGET: folder, BACKUP_S3_ENDPOINT: '', BACKUP_S3_REGION: '' })
  world = await startWorld({
    settings: keys => ({ logHeads: { key: keys.privateKeyOf('svc-reports'), target, everyMs: 50 } }),
  })
  await world.caughtUp()
  await world.live.db.collection<Document>('records').insertOne({ _id: 'a_g_1|1', sealed: { record } } as Document)
  const resulted = { ...draw, ...policy, drawAt: new Date().toISOString(), recordHash: leafOf(record) }
  await world.live.emit({ type: DrawResulted.shape.type.value, data: resulted })
  await world.producer.emit({ type: LedgerSealed.shape.type.value, data: unsealed })
  await eventually(async () => (await lastHead())?.size === 2)
  const batches = Array.from({ length: 6 }, () => [makeEvent(), makeEvent()])
  // As two replicas: each batch is delivered twice at once.
  await Promise.all([...batches, ...batches].map(store))
  await eventually(async () => (await lastHead())?.size === 14)
})
afterAll(async () => {
  await world?.stop()
  await rm(folder, { recursive: true, force: true })
})

let made = 0
const makeEvent = () => {
  const { username } = world.tree.admin
  const details = { at: new Date().toISOString(), subject: `Activity ${++made}`, username }
  return ActivityRecorded.parse(makeActivity(world.tree.admin, details))
}
const parts = () => ({ client: world.producer.client, db: world.db, zone: 'UTC' })
const store = async (events: ActivityRecorded[]) =>
  storeActivities(parts(), events, (await readAccountIndex(world.db, events)).find)
const chain = () => chainOf(world.db).find().sort({ _id: 1 }).toArray()
const rows = (name: string, db = world.db) => db.collection<Document>(name)

async function headsElsewhere() {
  const heads: LogHead[] = []
  for await (const head of readHeads(target)) heads.push(head)
  return heads
}
const lastHead = async () => (await headsElsewhere()).at(-1)

async function verify(heads?: LogHead[]) {
  return verifyLog({
    databases: { accounts: world.producer.db, live: world.live.db, reports: world.db },
    heads: heads ?? (await headsElsewhere()),
    judge: createHeadVerifier(world.keys.jwks),
    recordHash: leafOf,
    retentionDays: 400,
  })
}

it('chains each activity, draw record and seal of the ledger once, whoever stores them', async () => {
  const entries = await chain()
  expect(entries.map(({ _id }) => _id)).toEqual(entries.map((_, index) => index + 1))
  expect(new Set(entries.map(({ kind, entryId }) => `${kind} ${entryId}`)).size).toBe(14)
  expect(await verify()).toMatchObject({ entries: 14, faults: [], notes: [] })
})

it('chains nothing of a transaction that is cut off, and the activity when it is delivered again', async () => {
  const event = makeEvent()
  const find = (await readAccountIndex(world.db, [event])).find
  const crash = inTransaction(world.producer.client, async tx => {
    await storeActivitiesIn(parts(), [event], find, tx)
    throw new Error('crash')
  })
  await expect(crash).rejects.toThrow('crash')
  expect(await chain()).toHaveLength(14)
  await store([event])
  await eventually(async () => (await lastHead())?.size === 15)
  expect((await verify()).faults).toEqual([])
})

it('publishes the last signed head to the back office', async () => {
  const { body } = await world.call(actorOf(world.tree.admin), 'GET /log/head')
  expect(body.data).toEqual(await lastHead())
  expect((await world.call(actorOf(world.tree.player), 'GET /log/head')).status).toBe(403)
})

const changed = (name: string, filter: Document, field: string, value: unknown, of = () => world.db) => [
  () => rows(name, of()).updateOne(filter, { $set: { [field]: value } }),
]

async function swapActivities() {
  const [one, two] = await rows('logs')
    .find({ _id: { $in: [3, 4] } } as Document)
    .toArray()
  await rows('logs').replaceOne({ _id: 3 } as Document, { ...two, _id: 3, eventId: one?.eventId })
  await rows('logs').replaceOne({ _id: 4 } as Document, { ...one, _id: 4, eventId: two?.eventId })
}

/** All that somebody with write access to the database can repair. */
async function rewriteChain() {
  await rows('logs').updateOne({ _id: 2 } as Document, { $set: { username: 'nobody' } })
  let hash = ''
  for (const row of await chain()) {
    const activity = row.entryId === '2' && (await rows('logs').findOne({ _id: 2 } as Document))
    const next = { ...row, ...(activity && { leaf: leafOf(activity) }) }
    hash = nextHash(hash, next)
    await chainOf(world.db).replaceOne({ _id: row._id }, { ...next, hash })
  }
  await rows('log_heads').updateOne({ _id: 'chain' } as Document, { $set: { hash } })
}

const lastChained = { _id: 15 } as Document
it.each([
  [
    'a deleted activity',
    () => rows('logs').deleteOne({ _id: 2 } as Document),
    [/activity 2 of .* was deleted from the log/],
  ],
  [
    'a changed activity',
    changed('logs', { _id: 5 }, 'username', 'nobody')[0],
    [/activity 5 of .* was changed in the log/],
  ],
  [
    'an inserted activity',
    () => rows('logs').insertOne({ _id: 2.5, eventId: 'y' } as Document),
    [/Activity 2.5 was inserted/],
  ],
  [
    'an appended activity',
    () => rows('logs').insertOne({ _id: 99, eventId: 'z' } as Document),
    [/Activity 99 was inserted/],
  ],
  ['two activities that changed places', swapActivities, [/activity 3 of .* changed/, /activity 4 of .* changed/]],
  ['a deleted entry', () => chainOf(world.db).deleteOne({ _id: 9 }), [/Entries 9 to 9 were deleted/, /was inserted/]],
  [
    'a changed entry',
    changed('log_chain', { _id: 8 }, 'entryAt', new Date(0))[0],
    [/^Entry 8 .* was changed, inserted or/],
  ],
  [
    'a deleted last entry',
    () => chainOf(world.db).deleteOne(lastChained),
    [/was inserted/, /The last 1 entries/, /counts 15/],
  ],
  [
    'a deleted beginning',
    () => chainOf(world.db).deleteMany({ _id: { $lte: 9 } }),
    [/^Entries up to 9 were deleted from the chain before their time/],
  ],
  ['a rewritten chain', rewriteChain, [/The head of .* differs: entries from [1-4] on were rewritten/]],
  [
    'a changed draw record',
    changed('records', {}, 'sealed.record.result', '8', () => world.live.db)[0],
    [/a_g_1\|1 .* changed/],
  ],
  [
    'a changed seal',
    changed('outbox', { 'data.play.seq': 0 }, 'data.play.hash', 'x', () => world.producer.db)[0],
    [/seal .* changed/],
  ],
])('names %s', async (_, change, expected) => {
  const databases = [world.db, world.live.db, world.producer.db]
  const names = ['logs', 'log_chain', 'log_heads', 'records', 'outbox']
  const before = await Promise.all(databases.map(db => Promise.all(names.map(name => rows(name, db).find().toArray()))))
  try {
    await change?.()
    const { faults } = await verify()
    expect(faults).toEqual(expected.map(text => expect.stringMatching(text)))
  } finally {
    for (const [at, db] of databases.entries())
      for (const [index, name] of names.entries()) {
        const documents = before[at]?.[index] ?? []
        await rows(name, db).deleteMany({ _id: { $nin: documents.map(({ _id }) => _id) } } as Document)
        for (const { _id, ...row } of documents) await rows(name, db).replaceOne({ _id }, row, { upsert: true })
      }
  }
})

it('names a head that was changed', async () => {
  const head = (await lastHead()) as LogHead
  expect((await verify([{ ...head, size: 14 }])).faults).toEqual([expect.stringMatching('no valid signature')])
})

it('signs no head after the database was set back, until it is whole again', async () => {
  const head = await lastHead()
  const lost = await chainOf(world.db).findOneAndDelete({ _id: 15 })
  const heads = await rows('log_heads').find().toArray()
  const before = await chainOf(world.db).findOne({ _id: 14 })
  await world.stopReports()
  const place = { size: 14, hash: before?.hash }
  await rows('log_heads').updateMany({}, { $set: place })
  await world.start()
  await eventually(async () => (await degraded()).includes('log seal'))
  expect(await lastHead()).toEqual(head)
  await chainOf(world.db).insertOne(lost as never)
  for (const { _id, ...row } of heads) await rows('log_heads').replaceOne({ _id }, row)
  await eventually(async () => !(await degraded()).includes('log seal'))
  await store([makeEvent()])
  await eventually(async () => (await lastHead())?.size === 16)
  expect((await verify()).faults).toEqual([])
})

async function degraded(): Promise<string[]> {
  const response = await fetch(`http://127.0.0.1:${world.ports.reports}/readyz`)
  return ((await response.json()) as { degraded?: string[] }).degraded ?? []
}
