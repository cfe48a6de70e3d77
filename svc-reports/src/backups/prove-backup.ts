import type { Ancestry } from '@cascade/contracts/accounts'
import { addDays, businessDay, fromLine } from '@cascade/service-kit'
import type { Db, MongoClient } from 'mongodb'
import { BackupManifest, readArchive } from './read-archive'

type Account = { _id: string; parentId: string | null; role: string; ancestry: Ancestry }
type Ticket = {
  _id: string
  drawId: string
  win: bigint
  playerId: string
  adminId: string
  day: string
  stake: bigint
  lines: { quantity: number }[]
}
/** Amounts of a record are text. */
type DrawRecord = {
  _id: string
  drawId: string
  drawAt: Date
  sealed: { record: { resultVersion: number; stake: string; payout: string } }
}
type Transaction = { _id: number | bigint; transferId: string }

/** What was played on closed days, by the reports' own figures, in hundredths. */
export type PlayedDays = ReadonlyMap<string, bigint>

type Expected = {
  adminId: string
  played: PlayedDays
  /** Whether the draws of a moment are surely settled. */
  isClosed: (at: Date) => boolean
}
type Proof = { rows: number; faults: string[] }

const faultsKept = 20

/**
 * Reads an archive into an empty database and looks whether what stands there holds together: the tree, the stakes,
 * what was played day by day against figures that were made from the ledger's events instead, and the wins of each draw
 * against its signed record.
 * @throws BrokenArchive
 */
export async function proveBackup(
  client: MongoClient,
  name: string,
  archive: { bytes: AsyncIterable<Buffer>; checksum: string },
  expected: Expected,
): Promise<Proof> {
  const scratch = client.db(name)
  try {
    let rows = 0
    await readArchive(archive.bytes, { manifest: BackupManifest, checksum: archive.checksum }, async (part, lines) => {
      rows += lines.length
      await scratch.collection(part).insertMany(lines.map(line => fromLine(line)))
    })
    const faults = [
      ...(await treeFaults(scratch, expected.adminId)),
      ...(await ticketFaults(scratch, expected)),
      ...(await winFaults(scratch, expected)),
      ...(await transactionFaults(scratch)),
    ]
    return { rows, faults: faults.slice(0, faultsKept) }
  } finally {
    await scratch.dropDatabase()
  }
}

/** Everybody hangs below the admin, and below somebody who is there. */
async function treeFaults(db: Db, adminId: string): Promise<string[]> {
  const accounts = db.collection<Account>('accounts')
  const ids = new Set((await accounts.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id))
  const faults: string[] = ids.has(adminId) ? [] : ['The admin is missing.']
  for await (const { _id, parentId, ancestry } of accounts.find()) {
    if (_id === adminId) continue
    if (ancestry.admin !== adminId) faults.push(`Account ${_id} is not below the admin.`)
    else if (!parentId || !ids.has(parentId)) faults.push(`The parent of account ${_id} is missing.`)
  }
  return faults
}

/** Every ticket is of a player who is there, costs what its lines cost, and the days come to what was played. */
async function ticketFaults(db: Db, { adminId, played }: Expected): Promise<string[]> {
  const faults: string[] = []
  const days = new Map<string, bigint>()
  const players = new Set(await db.collection<Account>('accounts').distinct('_id', { role: 'player' }))
  for await (const ticket of db.collection<Ticket>('tickets').find()) {
    const { _id, playerId, day, lines } = ticket
    const stake = BigInt(ticket.stake)
    const lineSum = lines.reduce((sum, { quantity }) => sum + BigInt(quantity) * 100n, 0n)
    if (ticket.adminId !== adminId || !players.has(playerId)) faults.push(`Ticket ${_id} is of nobody below.`)
    if (lineSum !== stake) faults.push(`Ticket ${_id} costs ${stake}, its lines ${lineSum}.`)
    days.set(day, (days.get(day) ?? 0n) + stake)
  }
  for (const [day, sum] of played) {
    const staked = days.get(day) ?? 0n
    if (staked !== sum) faults.push(`On ${day} ${staked} were staked by the tickets, ${sum} by the books.`)
  }
  return faults
}

/** What the tickets of a draw staked and won is what its newest record says. */
async function winFaults(db: Db, { isClosed }: Expected): Promise<string[]> {
  const records = new Map<string, DrawRecord>()
  for await (const row of db.collection<DrawRecord>('records').find()) {
    const known = records.get(row.drawId)?.sealed.record.resultVersion ?? 0
    if (isClosed(row.drawAt) && Number(row.sealed.record.resultVersion) > Number(known)) records.set(row.drawId, row)
  }
  const sums = { _id: '$drawId', stake: { $sum: '$stake' }, win: { $sum: '$win' } }
  const draws = await db
    .collection<Ticket>('tickets')
    .aggregate<{ _id: string; stake: bigint; win: bigint }>([{ $group: sums }])
    .toArray()
  const won = new Map(draws.map(({ _id, ...sum }) => [_id, sum]))
  return [...records.values()].flatMap(({ drawId, sealed: { record } }) => {
    const { stake = 0n, win = 0n } = won.get(drawId) ?? {}
    const isSame = BigInt(stake) === BigInt(record.stake) && BigInt(win) === BigInt(record.payout)
    const told = `${stake} and won ${win}, by its record ${record.stake} and ${record.payout}`
    return isSame ? [] : [`The tickets of draw ${drawId} staked ${told}.`]
  })
}

async function transactionFaults(db: Db): Promise<string[]> {
  const seen = new Set<string>()
  const faults: string[] = []
  for await (const { transferId } of db.collection<Transaction>('transactions').find()) {
    if (seen.has(transferId)) faults.push(`Transfer ${transferId} stands there twice.`)
    seen.add(transferId)
  }
  return faults
}

/** Days whose last draws are settled by now: neither today nor, as a draw may end after midnight, yesterday. */
export const lastClosedDay = (now: Date, zone: string) => addDays(businessDay(now, zone), -2)
