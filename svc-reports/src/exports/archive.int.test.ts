import { pipeline } from 'node:stream/promises'
import { connectMongo, ensureCollections, toLine } from '@cascade/service-kit'
import { type ArchivePart, readArchive, writeArchive } from '@cascade/service-kit/archive'
import { makeAccount, makeNamespace } from '@cascade/service-kit/testing'
import { Binary, MongoClient, ObjectId } from 'mongodb'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { BackupManifest, backupFormat } from './backup-manifest'
import { type BackupRow, backupCollections, createBackupStore } from './backup-store'
import { createDownloadTickets } from './download-tickets'
import { proofCollections } from './proof-store'
import { proveBackup } from './prove-backup'

const root = makeAccount()
const admin = makeAccount({ role: 'admin', parent: root })
const manager = makeAccount({ role: 'superareamanager', parent: admin })
const player = makeAccount({ role: 'player', parent: manager })
const rows = [admin, manager, player].map(({ accountId, ...account }) => ({ _id: accountId, ...account }))
const day = '2026-03-01'
const ticket = (id: number, stake: bigint, more: object = {}) => ({
  _id: `t${id}`,
  drawId: 'd1',
  win: 0n,
  playerId: player.accountId,
  adminId: admin.accountId,
  day,
  stake,
  lines: [{ leg: 'straight:7', quantity: Number(stake / 100n) }],
  ...more,
})

let archiveCount = 0
const mongo = await connectMongo(inject('mongodbUri'), makeNamespace('backups'))
await ensureCollections(mongo.db, [...backupCollections, ...proofCollections])
afterAll(async () => {
  await mongo.db.dropDatabase()
  await mongo.close()
})

const part = (name: string, all: readonly object[]): ArchivePart => ({
  name,
  async *pages() {
    for (let at = 0; at < all.length; at += 500) yield all.slice(at, at + 500).map(toLine)
  },
})

async function write(parts: readonly ArchivePart[]) {
  const store = createBackupStore(mongo.db, () => new Date())
  const _id = `${admin.accountId}|${++archiveCount}`
  const archive = new ObjectId()
  const head = { format: backupFormat, adminId: admin.accountId, folder: 'f', createdAt: new Date().toISOString() }
  const { checksum } = await writeArchive(head, parts, { to: store.write(archive, _id) })
  return { _id, archive, checksum, bytes: () => store.read(archive) }
}

const writeComplete = (tickets: readonly object[] = [ticket(1, 1000n), ticket(2, 500n)]) =>
  write([part('accounts', rows), part('transactions', [{ _id: 1, transferId: 'x1' }]), part('tickets', tickets)])

const prove = async (archive: Awaited<ReturnType<typeof write>>, played: bigint, db = mongo.db) => {
  const isClosed = (at: Date) => at < new Date('2026-03-02')
  const expected = { adminId: admin.accountId, played: new Map([[day, played]]), isClosed }
  const { bytes, checksum } = archive
  return proveBackup(db, `p${++archiveCount}`, { bytes: bytes(), checksum }, expected)
}
const readAll = (bytes: AsyncIterable<Buffer>, checksum: string) =>
  readArchive(bytes, { manifest: BackupManifest, checksum }, async () => undefined)

describe('an archive of a backup', () => {
  it('contains every row of its parts unchanged', async () => {
    const many = Array.from({ length: 1_203 }, (_, index) => ticket(index, 100n, { at: new Date(index) }))
    const { bytes, checksum } = await writeComplete(many)
    const read = new Map<string, string[]>()
    await readArchive(bytes(), { manifest: BackupManifest, checksum }, async (name, lines) => {
      read.set(name, [...(read.get(name) ?? []), ...lines])
    })
    expect(read.get('tickets')).toEqual(many.map(toLine))
    expect(read.get('accounts')).toHaveLength(3)
  })

  it('is rejected when a byte differs or a chunk is missing', async () => {
    const { archive, bytes, checksum } = await writeComplete()
    await expect(readAll(bytes(), 'f'.repeat(64))).rejects.toThrow('The checksum of the archive differs.')
    const pieces = mongo.db.collection<{ data: Binary }>('backup_archives.chunks')
    const piece = await pieces.findOne({ files_id: archive, n: 0 })
    const changed = Buffer.from(piece?.data.buffer ?? [])
    changed[100] = (changed[100] ?? 0) ^ 1
    await pieces.updateOne({ files_id: archive, n: 0 }, { $set: { data: new Binary(changed) } })
    await expect(readAll(bytes(), checksum)).rejects.toThrow(/cannot be read|differs|manifest/)
    await pieces.deleteOne({ files_id: archive, n: 0 })
    await expect(readAll(bytes(), checksum)).rejects.toThrow('The archive cannot be read.')
  })

  it('is not stored when a part cannot be read', async () => {
    const broken = {
      name: 'tickets',
      async *pages(): AsyncGenerator<string[]> {
        yield ['{}']
        throw new Error('svc-live is away.')
      },
    }
    await expect(write([part('accounts', rows), broken])).rejects.toThrow('svc-live is away.')
    const files = mongo.db.collection('backup_archives.files')
    expect(await files.findOne({ filename: `${admin.accountId}|${archiveCount}` })).toBeNull()
  })
})

describe('proving a backup', () => {
  it('finds no fault in an intact archive, cleans up, and touches no other database', async () => {
    const touched = new Set<string>()
    const watched = new MongoClient(inject('mongodbUri'), { monitorCommands: true, ignoreUndefined: true })
    watched.on('commandStarted', ({ commandName, databaseName }) => {
      if (!/^(hello|ping|endSessions|killSessions|commitTransaction)$/.test(commandName)) touched.add(databaseName)
    })
    const tickets = Array.from({ length: 1_203 }, (_, index) => ticket(index, 100n, { drawId: `d${index % 7}` }))
    const archive = await writeComplete(tickets)
    const db = watched.db(mongo.db.databaseName)
    expect(await prove(archive, 120_300n, db)).toEqual({ rows: 1_207, faults: [] })
    await watched.close()
    expect([...touched]).toEqual([mongo.db.databaseName])
    expect(await mongo.db.collection('proof_rows').countDocuments()).toBe(0)
  })

  it('names every inconsistency', async () => {
    const faults = async (parts: readonly ArchivePart[], played = 1000n) =>
      (await prove(await write(parts), played)).faults
    const one = [ticket(1, 1000n)]
    const orphans = [part('accounts', rows.slice(0, 1)), part('tickets', one)]
    expect(await faults(orphans)).toEqual(['Ticket t1 belongs to no player below the admin.'])
    expect(await faults([part('accounts', rows.slice(1)), part('tickets', one)])).toEqual([
      'The admin is missing.',
      `The parent of account ${manager.accountId} is missing.`,
    ])
    const dear = [ticket(1, 1000n, { lines: [{ leg: 'straight:7', quantity: 3 }] })]
    expect(await faults([part('accounts', rows), part('tickets', dear)])).toEqual([
      'Ticket t1 costs 1000, its lines 300.',
    ])
    expect(await faults([part('accounts', rows), part('tickets', one)], 990n)).toEqual([
      `On ${day} the tickets staked 1000, by the figures 990.`,
    ])
    const record = (version: number, payout: string, drawAt = '2026-03-01T10:00:00Z') => ({
      _id: `d1|${version}`,
      drawId: 'd1',
      drawAt: new Date(drawAt),
      sealed: { record: { resultVersion: version, stake: '1000', payout } },
    })
    const won = [part('accounts', rows), part('tickets', [ticket(1, 1000n, { win: 9000n })])]
    expect(await faults([...won, part('records', [record(1, '4500'), record(2, '9000')])])).toEqual([])
    expect(await faults([...won, part('records', [record(1, '9000'), record(2, '4500')])])).toEqual([
      'The tickets of draw d1 staked 1000 and won 9000, by its record 1000 and 4500.',
    ])
    // A draw of today may not be paid out yet.
    expect(await faults([...won, part('records', [record(1, '0', '2026-03-02T10:00:00Z')])])).toEqual([])
    const twice = [
      { _id: 1, transferId: 'x1' },
      { _id: 2, transferId: 'x1' },
    ]
    expect(await faults([part('accounts', rows), part('tickets', one), part('transactions', twice)])).toEqual([
      'Transfer x1 is duplicated.',
    ])
  })
})

describe('a download ticket', () => {
  it('works once, within a minute, for its user and backup only', async () => {
    let now = new Date()
    const tickets = createDownloadTickets(mongo.db, () => now)
    const ticket = await tickets.issue('b1', 'anna')
    expect(await tickets.use(ticket, 'b1', 'otto')).toBe(false)
    expect(await tickets.use(ticket, 'b2', 'anna')).toBe(false)
    expect(await tickets.use(ticket, 'b1', 'anna')).toBe(true)
    expect(await tickets.use(ticket, 'b1', 'anna')).toBe(false)
    const late = await tickets.issue('b1', 'anna')
    now = new Date(now.getTime() + 60_001)
    expect(await tickets.use(late, 'b1', 'anna')).toBe(false)
  })
})

describe('stored backups', () => {
  it('keep the newest thirty of an admin and remove older ones with their chunks', async () => {
    const store = createBackupStore(mongo.db, () => new Date())
    const adminId = 'crowded'
    for (let index = 0; index < 32; index++) {
      const folder = `2026-03-01_10-00-${String(index).padStart(2, '0')}`
      const row = { _id: `${adminId}|${folder}`, adminId, folder, state: 'done', archive: new ObjectId() } as BackupRow
      await store.insert(row)
      await pipeline([Buffer.from('x')], store.write(row.archive as ObjectId, row._id))
    }
    await store.removeOldest(adminId)
    const stored = await store.ofAdmin(adminId)
    expect([stored.length, stored.at(-1)?.folder]).toEqual([30, '2026-03-01_10-00-02'])
    const pieces = await mongo.db
      .collection('backup_archives.files')
      .find({ filename: /^crowded/ })
      .toArray()
    expect(pieces).toHaveLength(30)
  })

  it('fail when their process died, which lets the next one start', async () => {
    const grewAt = new Date()
    const store = createBackupStore(mongo.db, () => new Date(grewAt.getTime() + 61_000))
    const row = { _id: 'gone|f', adminId: 'gone', folder: 'f', state: 'running', grewAt } as BackupRow
    await store.insert(row)
    expect((await store.ofAdmin('gone'))[0]?.state).toBe('failed')
  })
})
