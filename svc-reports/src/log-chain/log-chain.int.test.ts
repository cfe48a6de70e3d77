import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AccountSnapshot, LedgerSealed } from '@cascade/contracts/accounts'
import { ActivityRecorded } from '@cascade/contracts/gateway'
import { DrawResulted } from '@cascade/contracts/live'
import type { LogHead, LogProof, LogRow } from '@cascade/contracts/reports'
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
import { openTarget } from '@cascade/service-kit/storage'
import { actorOf, eventually } from '@cascade/service-kit/testing'
import type { Document } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readAccountIndex, storeActivities, storeActivitiesIn } from '../projections/activities/store-activities'
import { makeActivity } from '../testing/make-activity'
import { startWorld } from '../testing/world'

const idle = { drawId: 'a_g_0', stake: '0' }
const record = { drawId: 'a_g_1', result: '7', stake: '5', previous: leafOf(idle) }
const makeRecord = (signed: Document, sequence: number, version = 1): Document => {
  const row = { _id: `${signed.drawId}|${version}`, pair: 'a_g', sequence, drawAt: new Date() }
  return { ...row, sealed: { record: signed } }
}
const draw = { drawId: 'a_g_1', adminId: 'a', gameId: 'g', gameName: 'G', resultVersion: 1, result: '7', booster: 1 }
const policy = { policy: 'random', stake: '0', payout: '0', tickets: 1, by: null, reason: null, day: '2026-03-01' }

const folder = await mkdtemp(join(tmpdir(), 'cascade-heads-'))
const target = openTarget({ BACKUP_TARGET: folder, BACKUP_S3_ENDPOINT: '', BACKUP_S3_REGION: '' })
const world = await startWorld({
  settings: ({ jwks: { keys }, privateKeyOf }) => ({
    logHeads: { key: privateKeyOf('svc-reports'), keys, target, everyMs: 50 },
  }),
})
beforeAll(async () => {
  await world.caughtUp()
  await world.live.db.collection('records').insertMany([makeRecord(idle, 1), makeRecord(record, 2)])
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
  await world.stop()
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

async function verify(heads?: LogHead[], retentionDays = 400) {
  return verifyLog({
    databases: { accounts: world.producer.db, live: world.live.db, reports: world.db },
    heads: heads ?? (await headsElsewhere()),
    judge: createHeadVerifier(world.keys.jwks),
    recordHash: leafOf,
    retentionDays,
    deletedRetentionDays: 1_825,
  })
}

describe('the chain of the log', () => {
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

  const by = (_id: unknown) => ({ _id }) as Document
  const logs = () => rows('logs')
  const records = () => rows('records', world.live.db)
  const outbox = () => rows('outbox', world.producer.db)
  const otherResult = { $set: { 'sealed.record.result': '8' } }
  const correction = makeRecord({ ...record, manual: {}, previous: leafOf(record) }, 3, 2)

  async function swapActivities() {
    const [one, two] = await logs()
      .find({ _id: { $in: [3, 4] } } as Document)
      .toArray()
    await logs().replaceOne(by(3), { ...two, _id: 3, eventId: one?.eventId })
    await logs().replaceOne(by(4), { ...one, _id: 4, eventId: two?.eventId })
  }

  /** All that somebody with write access to the database can repair. */
  async function rewriteChain() {
    await logs().updateOne(by(2), { $set: { username: 'nobody' } })
    let hash = ''
    for (const row of await chain()) {
      const activity = row.entryId === '2' && (await logs().findOne(by(2)))
      const next = { ...row, ...(activity && { leaf: leafOf(activity) }) }
      hash = nextHash(hash, next)
      await chainOf(world.db).replaceOne({ _id: row._id }, { ...next, hash })
    }
    await rows('log_heads').updateOne(by('chain'), { $set: { hash } })
  }

  it.each<[string, () => Promise<unknown>, RegExp[]]>([
    ['a deleted activity', () => logs().deleteOne(by(2)), [/activity 2 of .* was deleted from the log/]],
    ['a changed activity', () => logs().updateOne(by(5), { $set: { status: 1 } }), [/activity 5 of .* was changed in/]],
    ['an inserted activity', () => logs().insertOne(by(2.5)), [/Activity 2.5 was inserted/]],
    ['an appended activity', () => logs().insertOne(by(99)), [/Activity 99 was inserted/]],
    ['two activities that changed places', swapActivities, [/activity 3 of .* changed/, /activity 4 of .* changed/]],
    ['a deleted entry', () => rows('log_chain').deleteOne(by(9)), [/Entries 9 to 9 were deleted/, /was inserted/]],
    [
      'a changed entry',
      () => rows('log_chain').updateOne(by(8), { $set: { leaf: '' } }),
      [/^Entry 8 .* moved/, /changed/],
    ],
    [
      'a deleted last entry',
      () => rows('log_chain').deleteOne(by(15)),
      [/was inserted/, /The last 1 ent/, /counts 15/],
    ],
    [
      'a deleted beginning',
      () => rows('log_chain').deleteMany(by({ $lt: 9 })),
      [/^Entries up to 8 .* time/, /activities/],
    ],
    ['a rewritten chain', rewriteChain, [/The head of .* differs: entries from [1-4] on were rewritten/]],
    ['a changed draw record', () => records().updateOne({ sequence: 2 }, otherResult), [/a_g_1\|1 .* changed/]],
    [
      'a changed idle record',
      () => records().updateOne({ sequence: 1 }, otherResult),
      [/a_g_1\|1 does not follow a_g_0/],
    ],
    ['an inserted correction', () => records().insertOne(correction), [/draw record a_g_1\|2 is not in the chain/]],
    [
      'a changed seal',
      () => outbox().updateOne({ 'data.events': 0 }, { $set: { 'data.events': 1 } }),
      [/seal .* changed/],
    ],
  ])('names %s', async (_, change, expected) => {
    const databases = [world.db, world.live.db, world.producer.db]
    const names = ['logs', 'log_chain', 'log_heads', 'records', 'outbox']
    const before = await Promise.all(
      databases.map(db => Promise.all(names.map(name => rows(name, db).find().toArray()))),
    )
    try {
      await change()
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

  it('accepts a missing beginning only if it is older than the retention, also without heads', async () => {
    const beginning = await rows('log_chain')
      .find(by({ $lte: 3 }))
      .toArray()
    await rows('log_chain').deleteMany(by({ $lte: 3 }))
    const results = [await verify([]), await verify([], 1)]
    await rows('log_chain').insertMany(beginning)
    expect(results[0]?.faults).toContain('Entries up to 3 were deleted from the chain before their time.')
    expect(results[1]?.faults).toEqual([])
    expect(results[1]?.notes[0]).toMatch(/^Entries before 4 are no longer in the chain/)
  })

  const main = fileURLToPath(new URL('../../../packages/operations/src/main.ts', import.meta.url))
  /** Runs `verify-log` as another machine would. */
  const runVerifyLog = (...args: string[]) =>
    new Promise<{ code: number; text: string }>(resolve => {
      const env = { ...process.env, LOG_USER: 'auditor', LOG_PASSWORD: 'secret' }
      execFile(process.execPath, ['--import', 'tsx', main, 'verify-log', ...args], { env }, (error, text, errors) =>
        resolve({ code: Number(error?.code ?? 0), text: text + errors }),
      )
    })

  /** Signs in like the gateway, and passes calls on as the admin. */
  async function startFront() {
    const user = { _id: 'a', username: 'auditor', role: 'master', walletBalance: 0, roles: ['master'] }
    const session = { success: true, token: 't', user, roles: ['master'], expiresAt: new Date().toISOString() }
    const server = createServer(async ({ method, url = '' }, response) => {
      const path = url.replace('/api', '')
      const body = method === 'POST' ? session : (await world.call(actorOf(world.tree.admin), `GET ${path}`)).body
      response.end(JSON.stringify(body))
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
  }

  it('lets another machine append heads to a file, each only if it extends the last one', async () => {
    const front = await startFront()
    const file = join(folder, 'pulled')
    const pull = () => runVerifyLog('pull', front.url, file)
    const [head, old] = [await lastHead(), (await headsElsewhere())[0]] as LogHead[]
    await writeFile(file, `${JSON.stringify(old)}\n`)
    expect(await pull()).toEqual({ code: 0, text: `Appended the head of ${head?.at}: ${head?.size} entries.\n` })
    expect(await pull()).toEqual({ code: 0, text: 'Nothing new.\n' })
    const pulled = await readFile(file, 'utf8')
    expect(pulled).toBe([old, head, ''].map(each => each && JSON.stringify(each)).join('\n'))
    await writeFile(file, `${JSON.stringify({ ...old, hash: 'x' })}\n`)
    expect(await pull()).toMatchObject({ code: 1, text: expect.stringMatching('The log was rewritten') })
    expect(await readFile(file, 'utf8')).not.toContain(head?.hash)
    front.close()
  })

  it('gives a proof of an entry to those who see it, as a file that verifies itself', async () => {
    const [{ _id: id } = { _id: '' }] = (await world.call(actorOf(world.tree.admin), 'GET /logs')).body.data as LogRow[]
    const proofFor = (account: AccountSnapshot) => world.call(actorOf(account), `GET /log/proof/${id}`)
    for (const stranger of [world.tree.rival, world.tree.manager]) expect((await proofFor(stranger)).status).toBe(404)
    const { body } = await proofFor(world.tree.admin)
    const file = join(folder, 'proof.json')
    const check = async (proof: object) => {
      await writeFile(file, JSON.stringify(proof))
      return runVerifyLog(file)
    }
    const text = expect.stringMatching(`by ${world.tree.admin.username} .*is in the log of .*\n.*– Activity`)
    expect(await check(body)).toEqual({ code: 0, text })
    const proof = body.data as LogProof
    const forged = Buffer.from(proof.content, 'base64').fill('x', 40, 41).toString('base64')
    expect(await check({ ...proof, content: forged })).toMatchObject({ code: 1 })
    const keys = await world.call(undefined as never, 'GET /log/keys')
    expect(keys.body.data).toEqual({ keys: proof.keys })
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
})

async function degraded(): Promise<string[]> {
  const response = await fetch(`http://127.0.0.1:${world.ports.reports}/readyz`)
  return ((await response.json()) as { degraded?: string[] }).degraded ?? []
}
