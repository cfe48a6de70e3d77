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
import { readStakeDays } from './verify-voids'

/** Checkpoint of a wallet: later verifications read only newer entries. */
export type WalletCheck = { seq: bigint; balance: bigint; use?: { day: string; stakes: bigint } }
type VerifyContext = { db: Db; pace: Pace }
export type Report = { faults: string[]; wallets: number; entries: number }

/**
 * Verifies wallets (I1 to I3 of `decide/invariants.test.ts`): entries are gapless, chain from balance to balance, are
 * never negative, end at the wallet's balance, and each belongs to a transfer whose postings sum to zero. Safe while
 * transfers run.
 * @param checks checkpoints, advanced for wallets without a fault
 */
export async function verifyWallets(
  context: VerifyContext,
  wallets: readonly WalletRow[],
  checks: Map<string, WalletCheck>,
  report: Report,
): Promise<void> {
  for (const wallet of wallets) {
    const check = checks.get(wallet._id) ?? { seq: 0n, balance: 0n }
    const { faults, entries, after } = await verifyWallet(context, wallet, check)
    report.wallets += 1
    report.entries += entries
    report.faults.push(...faults.map(fault => `wallet ${wallet._id}: ${fault}`))
    if (faults.length === 0) checks.set(wallet._id, after)
  }
  report.faults.push(...(await findScopeFaults(context.db, wallets)))
  await context.pace(wallets.length)
}

/**
 * Verifies the entries of a wallet after a position, up to the number `end`; advances `after`.
 * @returns also the stakes among them by business day, less those returned on it
 */
export async function followWallet({ db, pace }: VerifyContext, walletId: string, after: WalletCheck, end: bigint) {
  const faults: string[] = []
  const stakes = new Map<string, bigint>()
  let read = 0
  while (after.seq < end && faults.length === 0) {
    const pageEnd = after.seq + BigInt(pageSize)
    const last = pageEnd < end ? pageEnd : end
    const entries = await entriesOf(db)
      .find({ _id: { $gt: entryIdOf(walletId, after.seq), $lte: entryIdOf(walletId, last) } })
      .toArray()
    entries.sort((a, b) => (a._id < b._id ? -1 : 1))
    faults.push(...followEntries(entries, after))
    const voids = entries.flatMap(({ t, kind }) => (kind === 'void' ? [t] : []))
    const stakeDays = await readStakeDays(db, voids)
    for (const { t, kind, bizDate, amount } of entries)
      if (kind === 'stake' || stakeDays.get(t) === bizDate) stakes.set(bizDate, (stakes.get(bizDate) ?? 0n) - amount)
    if (after.seq !== last) faults.push(`entry ${after.seq + 1n} is missing`)
    faults.push(...(await findTransferFaults(db, walletId, entries)))
    read += entries.length
    await pace(entries.length)
  }
  return { faults, read, stakes }
}

async function verifyWallet(context: VerifyContext, wallet: WalletRow, { seq, balance, use }: WalletCheck) {
  const after: WalletCheck = { seq, balance }
  const { faults, read, stakes } = await followWallet(context, wallet._id, after, wallet.seq)
  if (faults.length === 0 && wallet.seq !== after.seq) {
    faults.push(`it counts ${wallet.seq} entries, there were ${after.seq}`)
  }
  if (faults.length === 0 && wallet.balance !== after.balance) {
    faults.push(`the balance is ${wallet.balance}, its entries sum to ${after.balance}`)
  }
  if (wallet.balance < 0n) faults.push(`the balance ${wallet.balance} is below 0`)
  faults.push(...findUseFaults(wallet, use, stakes))
  if (wallet.use) after.use = { day: wallet.use.day, stakes: wallet.use.stakes }
  return { faults, entries: read, after }
}

/** The stakes of a player's day follow from those of the checkpoint and the entries since. */
function findUseFaults({ use, lastStake }: WalletRow, before: WalletCheck['use'], stakes: ReadonlyMap<string, bigint>) {
  if (!use || !before || lastStake === undefined) return []
  const booked = (stakes.get(use.day) ?? 0n) + (before.day === use.day ? before.stakes : 0n)
  return use.stakes === booked ? [] : [`it counts stakes of ${use.stakes} on ${use.day}, its entries are ${booked}`]
}

/** Follows entries from balance to balance; `after` stops where the chain breaks. */
function followEntries(entries: readonly EntryRow[], after: WalletCheck): string[] {
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

async function findTransferFaults(db: Db, walletId: string, entries: readonly EntryRow[]): Promise<string[]> {
  const byTransfer = new Map(entries.map(entry => [entry.t, entry]))
  const faults: string[] = []
  const ids = [...byTransfer.keys()]
  // Projection: most of a transfer is names and ancestries.
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
  const isComplete = transfers.length === ids.length && ids.length === entries.length
  return isComplete ? faults : [...faults, 'an entry has no transfer of its own']
}

type ScopedAccount = { _id: string; scopeVersion?: number }

/** A wallet must have the scope version of its account: authorization of transfers depends on it. */
async function findScopeFaults(db: Db, wallets: readonly WalletRow[]): Promise<string[]> {
  const suspects = await findDiffering(db, wallets)
  if (suspects.length === 0) return []
  // An account may have changed between the two reads: check the suspects again.
  const again = await walletsOf(db)
    .find({ _id: { $in: suspects } })
    .toArray()
  const left = await findDiffering(db, again)
  return left.map(id => `wallet ${id}: its account has another scope version`)
}

async function findDiffering(db: Db, wallets: readonly WalletRow[]): Promise<string[]> {
  const versions = new Map(wallets.map(({ _id, scopeVersion }) => [_id, scopeVersion]))
  const accounts = await db
    .collection<ScopedAccount>('accounts')
    .find({ _id: { $in: [...versions.keys()] } }, { projection: { scopeVersion: 1 } })
    .toArray()
  return accounts
    .filter(({ _id, scopeVersion }) => scopeVersion !== undefined && scopeVersion !== versions.get(_id))
    .map(({ _id }) => _id)
}

/** Called after each page with the number of rows read; throttles the verification. */
export type Pace = (rows: number) => Promise<unknown>

export const noPause: Pace = async () => undefined

/** Rows per page: delays a concurrent transfer by a few milliseconds. */
export const pageSize = 200
