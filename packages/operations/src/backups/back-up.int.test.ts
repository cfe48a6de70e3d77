import { copyFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@cascade/service-kit'
import { readArchive } from '@cascade/service-kit/archive'
import { openTarget, type StorageTarget, targetEnv } from '@cascade/service-kit/storage'
import { firingAlerts, freePort, hasPrometheus, makeNamespace } from '@cascade/service-kit/testing'
import { generateX25519Identity } from 'age-encryption'
import { Long, MongoClient } from 'mongodb'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { InstallationManifest } from '../installation/manifest'
import { restoreInstallation } from '../installation/restore'
import { checksumFileOf } from '../installation/save'
import { type InstallationStore, openInstallation } from '../installation/store'
import { backUp, listProvenBackups } from './back-up'
import { backupNameAt } from './backup-name'
import { decrypt } from './encryption'
import { startSchedule } from './schedule'

const zone = 'Asia/Kolkata'
const wallets = 40
const waitOptions = { timeout: 60_000, interval: 200 }
let client: MongoClient
let namespace: string
let folder: string
let key: string
let store: InstallationStore
let proof: InstallationStore
let target: StorageTarget
const db = (domain: string) => client.db(`${namespace}_${domain}`)

beforeAll(async () => {
  const uri = inject('mongodbUri')
  namespace = makeNamespace('backup')
  client = await MongoClient.connect(uri)
  folder = await mkdtemp(join(tmpdir(), 'cascade-backup-'))
  key = await generateX25519Identity()
  store = await openInstallation(uri, domain => `${namespace}_${domain}`)
  proof = await openInstallation(uri, domain => `${namespace}_proof_${domain}`)
})
afterAll(async () => {
  for (const domain of ['accounts', 'games', 'live', 'reports']) await db(domain).dropDatabase()
  await Promise.all([store.close(), proof.close(), client.close(), rm(folder, { recursive: true })])
})

const amount = (value: number) => Long.fromNumber(value)

/** A ledger with one point in each wallet, and a consumer of its feed. */
beforeEach(async ({ task }) => {
  for (const domain of ['accounts', 'games', 'live', 'reports']) await db(domain).dropDatabase()
  target = openTarget({ ...targetOf(join(folder, task.id)) })
  const ids = Array.from({ length: wallets }, (_, index) => `w${index}`)
  const rows = (name: string) => db('accounts').collection<{ _id: string }>(name)
  await rows('accounts').insertMany(ids.map(_id => ({ _id, role: 'player' })))
  await rows('wallets').insertMany(ids.map(_id => ({ _id, balance: amount(100), seq: amount(1) })))
  await rows('entries').insertMany(ids.map(id => ({ _id: `${id}|1`, amount: amount(100) })))
  await rows('external_accounts').insertOne({ _id: 'issuer', balance: amount(-100 * wallets) } as never)
  const fence = { _id: 'writer', walletTotal: amount(100 * wallets), playHead: amount(0), creditHead: amount(0) }
  await rows('ledger_writer').insertOne(fence as never)
  await db('live')
    .collection<{ _id: string; lastSeq: Long }>('cursors')
    .insertOne({ _id: 'live:accounts.credit', lastSeq: amount(0) })
})

const targetOf = (place: string) => ({
  BACKUP_TARGET: place,
  BACKUP_S3_ENDPOINT: targetEnv.BACKUP_S3_ENDPOINT.parse(undefined),
  BACKUP_S3_REGION: 'us-east-1',
})
const make = (at = new Date()) => backUp({ store, proof, target, key, zone, backupsMax: 2, now: () => at })

describe('a backup', () => {
  it('is consistent over all databases while money moves and a consumer follows', async () => {
    let isMoving = true
    let moved = 0
    const move = async () => {
      while (isMoving) {
        await client.withSession(session =>
          session.withTransaction(async () => {
            const [from, to] = [moved % wallets, (moved + 7) % wallets]
            const at = { session }
            const book = async (index: number, change: number) => {
              const filter = { _id: `w${index}` as never }
              await db('accounts')
                .collection('wallets')
                .updateOne(filter, { $inc: { balance: amount(change), seq: amount(1) } }, at)
              const entry = { _id: `w${index}|m${moved}` as never, amount: amount(change) }
              await db('accounts').collection('entries').insertOne(entry, at)
            }
            await book(from, -1)
            await book(to, 1)
            await db('accounts')
              .collection('ledger_writer')
              .updateOne({}, { $inc: { creditHead: amount(1) } }, at)
          }),
        )
        moved++
        await db('live')
          .collection('cursors')
          .updateOne({}, { $inc: { lastSeq: amount(1) } })
      }
    }
    const moving = move()
    await vi.waitFor(() => expect(moved).toBeGreaterThan(20), waitOptions)
    try {
      const first = await make()
      expect(first).toMatchObject({
        accounts: wallets,
        wallets: BigInt(100 * wallets),
        outside: BigInt(-100 * wallets),
      })
      expect(first.entries).toBeGreaterThan(wallets)
      await make(new Date(Date.now() + 60_000))
    } finally {
      isMoving = false
      await moving
    }
    // The proof databases are empty again.
    expect(await proof.collections('accounts')).toEqual([])
  })

  it('fails on inconsistent data, with the findings', async () => {
    await db('accounts')
      .collection<{ _id: string }>('wallets')
      .updateOne({ _id: 'w3' }, { $inc: { balance: amount(5) } })
    await expect(make()).rejects.toThrow(
      /is not proven: All points sum to 5 instead of zero\..*Wallet w3 differs from the sum of its entries\./,
    )
    await db('accounts')
      .collection<{ _id: string }>('wallets')
      .updateOne({ _id: 'w3' }, { $inc: { balance: amount(-5) } })
    await db('live')
      .collection('cursors')
      .updateOne({}, { $set: { lastSeq: amount(1) } })
    await expect(make()).rejects.toThrow("live's live:accounts.credit is ahead of accounts.credit.")
    expect(await listProvenBackups(target)).toEqual([])
    await db('live')
      .collection('cursors')
      .updateOne({}, { $set: { lastSeq: amount(0) } })
    await db('accounts')
      .collection('outbox')
      .insertMany([{ seq: 1 }, { seq: 3 }])
    await expect(make()).rejects.toThrow('The events of accounts have a gap.')
    // One was removed after its retention.
    const counter = { _id: 'head', head: 3, removed: 1 }
    await db('accounts').collection<{ _id: string }>('outbox_counter').insertOne(counter)
    await make()
    expect(await listProvenBackups(target)).toHaveLength(1)
  })

  it('fails when it was not stored as sent', async () => {
    const original = target
    target = {
      ...original,
      async write(name, bytes) {
        await original.write(name, bytes)
        await truncate(join(original.name, name), 900)
      },
    }
    await expect(make()).rejects.toThrow('is not proven: BACKUP_KEY does not open this backup')
    expect(await listProvenBackups(target)).toEqual([])
    target = original
    const { name } = await make(new Date(Date.now() + 60_000))
    // The backup that was never proven is removed as well.
    expect((await target.names()).sort()).toEqual([name, checksumFileOf(name)])
  })

  it('is kept as often as configured, and not restored with another key, a changed byte or a missing end', async () => {
    const at = Date.now() - 10 * 60_000
    for (const minutes of [0, 1, 2]) await make(new Date(at + minutes * 60_000))
    const proven = await listProvenBackups(target)
    expect(proven.map(({ at: moment }) => Math.round((moment.getTime() - at) / 60_000))).toEqual([2, 1])
    const name = proven[0]?.name ?? ''
    const file = join(target.name, name)
    const checksum = (await target.readText(checksumFileOf(name)))?.trim() ?? ''
    const open = (path: string, with_ = key) =>
      readArchive(
        decrypt(openTarget(targetOf(join(path, '..'))).read(path.slice(path.lastIndexOf('/') + 1)), with_),
        { manifest: InstallationManifest, checksum },
        async () => undefined,
      )
    expect((await open(file)).collections.accounts).toContainEqual({ name: 'wallets', rows: wallets })
    // Encrypted: the header is age's.
    expect((await readFile(file)).subarray(0, 21).toString()).toBe('age-encryption.org/v1')

    const rejection = 'BACKUP_KEY does not open this backup: it is another one, or the file was changed or cut.'
    await expect(open(file, await generateX25519Identity())).rejects.toThrow(rejection)
    const bytes = await readFile(file)
    const flipped = join(folder, `flipped-${name}`)
    for (const at of [bytes.length - 1, Math.floor(bytes.length / 2), 40]) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      await writeFile(flipped, changed)
      await expect(open(flipped)).rejects.toThrow(rejection)
    }
    const cut = join(folder, `cut-${name}`)
    for (const length of [bytes.length - 1, bytes.length - 500, 100, 0]) {
      await copyFile(file, cut)
      await truncate(cut, length)
      await expect(open(cut)).rejects.toThrow(rejection)
    }
  })

  it('is ignored when dated in the future, and not restored under another name', async () => {
    const now = Date.now()
    const { name } = await make(new Date(now - 120_000))
    const checksum = (await target.readText(checksumFileOf(name)))?.trim() ?? ''
    const copyAs = async (other: string) => {
      await copyFile(join(target.name, name), join(target.name, other))
      await target.writeText(checksumFileOf(other), `${checksum}\n`)
      return other
    }
    const forged = await Promise.all([60, 61].map(minutes => copyAs(backupNameAt(new Date(now + minutes * 60_000)))))
    expect((await listProvenBackups(target)).map(each => each.name)).toEqual([name])
    const { name: next } = await make(new Date(now - 60_000))
    expect((await listProvenBackups(target)).map(each => each.name)).toEqual([next, name])
    expect(await target.names()).toContain(forged[0])

    const renamed = await copyAs(backupNameAt(new Date(now)))
    const archive = { name: renamed, checksum, bytes: () => decrypt(target.read(renamed), key) }
    const restoring = restoreInstallation(proof, archive, { zone, recordKey: { kid: 'k', x: 'x' }, anchors: [] })
    await expect(restoring).rejects.toThrow(`${renamed} has been renamed`)
  })

  it('raises alerts while no recent one is proven and when one fails', {
    skip: !hasPrometheus,
  }, async () => {
    const metricsPort = await freePort()
    const readMetrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const logger = createLogger('test', 'silent')
    // Once a day: a backup runs now only because none is proven or the last is too old.
    const daily = { schedule: '0 3 * * *', zone, target, metricsPort, host: '127.0.0.1', logger }
    const stop = startSchedule({
      ...daily,
      backUp: () => Promise.reject(new Error('The target is full.')),
    })
    await vi.waitFor(
      async () => expect(await readMetrics()).toMatch(/^cascade_backups_failed_total\{.*\} 1$/m),
      waitOptions,
    )
    expect(await firingAlerts(await readMetrics())).toEqual(['InstallationNotBackedUp', 'BackupFailed'])
    await stop()
    const restarted = startSchedule({
      ...daily,
      backUp: () => make(),
    })
    await vi.waitFor(
      async () => expect(await readMetrics()).toMatch(/^cascade_backups_proven_age_seconds\{.*\} \d/m),
      waitOptions,
    )
    expect(await firingAlerts(await readMetrics())).toEqual([])
    const old = (await readMetrics()).replace(/^(cascade_backups_proven_age_seconds\{.*\}) .*$/m, `$1 ${3 * 86_400}`)
    expect(await firingAlerts(old)).toEqual(['InstallationNotBackedUp'])
    await restarted()
  })
})
