import type { Db } from 'mongodb'
import {
  type EntryRow,
  entriesOf,
  entryIdOf,
  seqOfEntry,
  type TransferRow,
  transfersOf,
  type WalletRow,
  walletsOf,
} from '../store/collections'

/** How far a wallet was verified, so that a later verification reads only what is new. */
export type WalletCheck = { seq: bigint; balance: bigint }
type Place = { db: Db; breathe: Breathe }
export type Report = { faults: string[]; wallets: number; entries: number }

/**
 * Verifies some wallets (I1 to I3 of `decide/invariants.test.ts`): the entries of each are numbered without a gap,
 * chain from balance to balance, never below 0, end at its balance, and each is a posting of a transfer whose
 * postings sum to zero. Safe beside running transfers.
 * @param checks what was verified before; moved on for wallets without a fault
 */
export async function verifyWallets(
  place: Place,
  wallets: readonly WalletRow[],
  checks: Map<string, WalletCheck>,
  report: Report,
): Promise<void> {
  for (const wallet of wallets) {
    const check = checks.get(wallet._id) ?? { seq: 0n, balance: 0n }
    const { faults, entries, after } = await verifyWallet(place, wallet, check)
    report.wallets += 1
    report.entries += entries
    report.faults.push(...faults.map(fault => `wallet ${wallet._id}: ${fault}`))
    if (faults.length === 0) checks.set(wallet._id, after)
  }
  report.faults.push(...(await faultsOfScopes(place.db, wallets)))
  await place.breathe(wallets.length)
}

async function verifyWallet({ db, breathe }: Place, wallet: WalletRow, { seq, balance }: WalletCheck) {
  const faults: string[] = []
  const after = { seq, balance }
  let read = 0
  while (after.seq < wallet.seq && faults.length === 0) {
    const pageEnd = after.seq + BigInt(rowsOfPage)
    const last = pageEnd < wallet.seq ? pageEnd : wallet.seq
    const entries = await entriesOf(db)
      .find({ _id: { $gt: entryIdOf(wallet._id, after.seq), $lte: entryIdOf(wallet._id, last) } })
      .toArray()
    entries.sort((a, b) => (a._id < b._id ? -1 : 1))
    faults.push(...chain(entries, after))
    if (after.seq !== last) faults.push(`entry ${after.seq + 1n} is missing`)
    faults.push(...(await faultsOfTransfers(db, wallet._id, entries)))
    read += entries.length
    await breathe(entries.length)
  }
  if (faults.length === 0 && wallet.seq !== after.seq) {
    faults.push(`it counts ${wallet.seq} entries, there were ${after.seq}`)
  }
  if (faults.length === 0 && wallet.balance !== after.balance) {
    faults.push(`the balance is ${wallet.balance}, its entries sum to ${after.balance}`)
  }
  if (wallet.balance < 0n) faults.push(`the balance ${wallet.balance} is below 0`)
  return { faults, entries: read, after }
}

/** Follows entries from balance to balance; `after` is left where the chain breaks. */
function chain(entries: readonly EntryRow[], after: WalletCheck): string[] {
  const faults: string[] = []
  for (const { _id, amount, balAfter } of entries) {
    if (seqOfEntry(_id) !== after.seq + 1n) break
    after.seq += 1n
    after.balance += amount
    if (balAfter !== after.balance) faults.push(`entry ${after.seq} leaves ${balAfter}, not ${after.balance}`)
    if (after.balance < 0n) faults.push(`entry ${after.seq} leaves ${after.balance}, below 0`)
  }
  return faults
}

async function faultsOfTransfers(db: Db, walletId: string, entries: readonly EntryRow[]): Promise<string[]> {
  const byTransfer = new Map(entries.map(entry => [entry.t, entry]))
  const faults: string[] = []
  const ids = [...byTransfer.keys()]
  // Most of a transfer tells of people and places, which would only be read to be thrown away.
  const transfers = await transfersOf(db)
    .find({ _id: { $in: ids } })
    .project<Pick<TransferRow, '_id' | 'postings'>>({ postings: 1 })
    .toArray()
  for (const transfer of transfers) {
    const entry = byTransfer.get(transfer._id)
    const posting = transfer.postings.find(side => side.w === walletId)
    const isSame = posting && entry && posting.amount === entry.amount && posting.seq === seqOfEntry(entry._id)
    if (!isSame) faults.push(`transfer ${transfer._id} and its entry differ`)
    const [source, destination] = transfer.postings
    if (source.amount + destination.amount !== 0n) faults.push(`transfer ${transfer._id} does not balance`)
  }
  const hasAll = transfers.length === ids.length && ids.length === entries.length
  return hasAll ? faults : [...faults, 'an entry has no transfer of its own']
}

type ScopedAccount = { _id: string; scopeVersion?: number }

/** The rights of transfers rest on it: a wallet has the scope version of its account. */
async function faultsOfScopes(db: Db, wallets: readonly WalletRow[]): Promise<string[]> {
  const suspects = await differing(db, wallets)
  if (suspects.length === 0) return []
  // One may have changed between the two reads: what still differs when both are read again does so for good.
  const again = await walletsOf(db)
    .find({ _id: { $in: suspects } })
    .toArray()
  const left = await differing(db, again)
  return left.map(id => `wallet ${id}: its account has another scope version`)
}

async function differing(db: Db, wallets: readonly WalletRow[]): Promise<string[]> {
  const versions = new Map(wallets.map(({ _id, scopeVersion }) => [_id, scopeVersion]))
  const accounts = await db
    .collection<ScopedAccount>('accounts')
    .find({ _id: { $in: [...versions.keys()] } }, { projection: { scopeVersion: 1 } })
    .toArray()
  return accounts
    .filter(({ _id, scopeVersion }) => scopeVersion !== undefined && scopeVersion !== versions.get(_id))
    .map(({ _id }) => _id)
}

/** Called after each page with the rows that it read: what verifies beside the work lets it come first. */
export type Breathe = (rows: number) => Promise<unknown>

/** For a verification that nothing else waits for. */
export const inOneBreath: Breathe = async () => undefined

/** Rows of one page: reading them and comparing them delays a transfer by some milliseconds, not by a tenth of a second. */
export const rowsOfPage = 200
