import type { Ancestry } from '@cascade/contracts/accounts'
import { addDays, businessDay, fromLine } from '@cascade/service-kit'
import { readArchive } from '@cascade/service-kit/archive'
import type { Db } from 'mongodb'
import { BackupManifest } from './backup-manifest'
import { createProofStore, type ProofStore } from './proof-store'

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
/** Amounts of a record are strings. */
type DrawRecord = {
  _id: string
  drawId: string
  drawAt: Date
  sealed: { record: { resultVersion: number; stake: string; payout: string } }
}
type Transaction = { _id: number | bigint; transferId: string }

/** Play per closed day by the figures of the reports, in hundredths. */
export type PlayedDays = ReadonlyMap<string, bigint>

type Expected = {
  adminId: string
  played: PlayedDays
  /** Whether all draws of this time are paid out. */
  isClosed: (at: Date) => boolean
}
type Proof = { rows: number; faults: string[] }
/** Sums over the tickets of a draw, and those of its newest record. */
type DrawSums = { stake: bigint; win: bigint; version?: number; record?: { stake: string; payout: string } }

const faultsMax = 20
const pageSize = 500

/**
 * Reads an archive back and checks its consistency: the account tree, the stakes, the play per day against the figures
 * (computed from the ledger's events), and the wins of each draw against its signed record. Working rows go into this
 * database, the only one that the service may write.
 * @throws BrokenArchiveError
 */
export async function proveBackup(
  db: Db,
  proof: string,
  archive: { bytes: AsyncIterable<Buffer>; checksum: string },
  expected: Expected,
): Promise<Proof> {
  const store = createProofStore(db, proof)
  const faults: string[] = []
  const days = new Map<string, bigint>()
  const handlers: Readonly<Record<string, (lines: string[]) => Promise<string[]>>> = {
    accounts: lines => checkAccounts(store, lines, expected),
    tickets: lines => checkTickets(store, lines, { expected, days }),
    records: lines => collectRecords(store, lines, expected),
    transactions: lines => checkTransactions(store, lines),
  }
  try {
    let rows = 0
    await readArchive(archive.bytes, { manifest: BackupManifest, checksum: archive.checksum }, async (part, lines) => {
      rows += lines.length
      const found = (await handlers[part]?.(lines)) ?? []
      if (faults.length < faultsMax) faults.push(...found)
    })
    faults.push(
      ...(await findTreeFaults(store, expected)),
      ...findDayFaults(days, expected),
      ...(await findWinFaults(store)),
    )
    return { rows, faults: faults.slice(0, faultsMax) }
  } finally {
    await store.clear()
  }
}

async function checkAccounts(store: ProofStore, lines: string[], { adminId }: Expected): Promise<string[]> {
  const accounts = lines.map(line => fromLine<Account>(line))
  await store.add(
    'account',
    accounts.map(({ _id: id, parentId, role }) => ({ id, parentId, role })),
  )
  const foreign = accounts.filter(({ _id, ancestry }) => _id !== adminId && ancestry.admin !== adminId)
  return foreign.map(({ _id }) => `Account ${_id} is not below the admin.`)
}

async function findTreeFaults(store: ProofStore, { adminId }: Expected): Promise<string[]> {
  const faults = (await store.get('account', [adminId])).has(adminId) ? [] : ['The admin is missing.']
  for await (const page of store.pages('account', pageSize)) {
    const below = page.filter(({ id }) => id !== adminId)
    const parents = await store.get(
      'account',
      below.map(({ parentId }) => String(parentId)),
    )
    for (const { id, parentId } of below) {
      if (!parents.has(String(parentId))) faults.push(`The parent of account ${id} is missing.`)
    }
    if (faults.length >= faultsMax) break
  }
  return faults
}

type TicketCheck = { expected: Expected; days: Map<string, bigint> }

/** Every ticket belongs to a player of the archive and costs the sum of its lines. Accounts precede tickets. */
async function checkTickets(store: ProofStore, lines: string[], { expected, days }: TicketCheck): Promise<string[]> {
  const tickets = lines.map(line => fromLine<Ticket>(line))
  const faults: string[] = []
  const players = await store.get(
    'account',
    tickets.map(({ playerId }) => playerId),
  )
  const draws = await readDraws(
    store,
    tickets.map(({ drawId }) => drawId),
  )
  for (const { _id, playerId, adminId, drawId, day, lines: bets, ...ticket } of tickets) {
    const [stake, win] = [BigInt(ticket.stake), BigInt(ticket.win ?? 0)]
    const lineSum = bets.reduce((sum, { quantity }) => sum + BigInt(quantity) * 100n, 0n)
    if (adminId !== expected.adminId || players.get(playerId)?.role !== 'player')
      faults.push(`Ticket ${_id} belongs to no player below the admin.`)
    if (lineSum !== stake) faults.push(`Ticket ${_id} costs ${stake}, its lines ${lineSum}.`)
    days.set(day, (days.get(day) ?? 0n) + stake)
    const sums = draws.get(drawId) ?? { stake: 0n, win: 0n }
    draws.set(drawId, { ...sums, stake: sums.stake + stake, win: sums.win + win })
  }
  await store.put('draw', draws)
  return faults
}

async function readDraws(store: ProofStore, ids: readonly string[]): Promise<Map<string, DrawSums>> {
  const found = (await store.get('draw', ids)) as Map<string, DrawSums>
  return new Map([...found].map(([id, row]) => [id, { ...row, stake: BigInt(row.stake), win: BigInt(row.win) }]))
}

const findDayFaults = (days: ReadonlyMap<string, bigint>, { played }: Expected): string[] =>
  [...played].flatMap(([day, sum]) => {
    const staked = days.get(day) ?? 0n
    return staked === sum ? [] : [`On ${day} the tickets staked ${staked}, by the figures ${sum}.`]
  })

async function collectRecords(store: ProofStore, lines: string[], { isClosed }: Expected): Promise<string[]> {
  const records = lines.map(line => fromLine<DrawRecord>(line)).filter(({ drawAt }) => isClosed(drawAt))
  const draws = await readDraws(
    store,
    records.map(({ drawId }) => drawId),
  )
  for (const { drawId, sealed } of records) {
    const { stake, payout, resultVersion } = sealed.record
    const sums = draws.get(drawId) ?? { stake: 0n, win: 0n }
    const version = Number(resultVersion)
    if (version > Number(sums.version ?? 0)) draws.set(drawId, { ...sums, version, record: { stake, payout } })
  }
  await store.put('draw', draws)
  return []
}

async function findWinFaults(store: ProofStore): Promise<string[]> {
  const faults: string[] = []
  for await (const page of store.pages('draw', pageSize)) {
    for (const { id, stake, win, record } of page as (DrawSums & { id: string })[]) {
      if (!record || (BigInt(stake) === BigInt(record.stake) && BigInt(win) === BigInt(record.payout))) continue
      const difference = `${stake} and won ${win}, by its record ${record.stake} and ${record.payout}`
      faults.push(`The tickets of draw ${id} staked ${difference}.`)
    }
    if (faults.length >= faultsMax) break
  }
  return faults
}

async function checkTransactions(store: ProofStore, lines: string[]): Promise<string[]> {
  const transactions = lines.map(line => fromLine<Transaction>(line))
  const duplicates = await store.add(
    'transfer',
    transactions.map(({ transferId: id }) => ({ id })),
  )
  return duplicates.map(id => `Transfer ${id} is duplicated.`)
}

/** The last day whose draws are all paid out: not yesterday, because a draw may end after midnight. */
export const lastClosedDay = (now: Date, zone: string) => addDays(businessDay(now, zone), -2)
