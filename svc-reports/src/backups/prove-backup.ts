import type { Ancestry } from '@cascade/contracts/accounts'
import { addDays, businessDay, fromLine } from '@cascade/service-kit'
import type { Db, MongoClient } from 'mongodb'
import { BackupManifest, readArchive } from './read-archive'

type Account = { _id: string; parentId: string | null; role: string; ancestry: Ancestry }
type Ticket = {
  _id: string
  playerId: string
  adminId: string
  day: string
  stake: bigint
  lines: { quantity: number }[]
}
type Transaction = { _id: number | bigint; transferId: string }

/** What was played on closed days, by the reports' own figures, in hundredths. */
export type PlayedDays = ReadonlyMap<string, bigint>

type Proof = { rows: number; faults: string[] }

const faultsKept = 20

/**
 * Reads an archive into an empty database and looks whether what stands there holds together: the tree, the stakes, and
 * what was played day by day against figures that were made from the ledger's events instead.
 * @throws BrokenArchive
 */
export async function proveBackup(
  client: MongoClient,
  name: string,
  archive: { bytes: AsyncIterable<Buffer>; checksum: string },
  expected: { adminId: string; played: PlayedDays },
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
async function ticketFaults(db: Db, { adminId, played }: { adminId: string; played: PlayedDays }): Promise<string[]> {
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
