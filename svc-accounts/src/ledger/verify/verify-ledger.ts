import { sleep } from '@cascade/service-kit'
import type { Db, MongoClient } from 'mongodb'
import {
  type EntryRow,
  entriesOf,
  entryIdOf,
  seqOfEntry,
  transfersOf,
  type WalletRow,
  walletsOf,
} from '../store/collections'
import { readConservation } from './conservation'

/** How far each wallet was verified, so that a later verification reads only what is new. */
export type Verified = Map<string, { seq: bigint; balance: bigint }>
export type Verification = { faults: string[]; wallets: number; entries: number }

const pageOfEntries = 1_000n
const walletsPerPause = 50

/**
 * Verifies the ledger against itself: all wallets and external accounts sum to zero; each wallet's entries are numbered
 * without a gap, chain from balance to balance, never below its floor, end at its balance, and each is a posting of a
 * transfer whose postings sum to zero. Safe beside running transfers.
 */
export async function verifyLedger(
  client: MongoClient,
  db: Db,
  options: { verified?: Verified; pauseMs?: number; signal?: AbortSignal } = {},
): Promise<Verification> {
  const { verified = new Map(), pauseMs = 0, signal } = options
  const report: Verification = { faults: [], wallets: 0, entries: 0 }
  const { difference } = await readConservation(client, db)
  if (difference !== 0n) report.faults.push(`the sum of all wallets is ${-difference}, not 0`)
  for await (const wallet of walletsOf(db).find({}, { batchSize: 200 })) {
    if (signal?.aborted) break
    await verifyWallet(db, wallet, { verified, report })
    report.wallets++
    if (pauseMs > 0 && report.wallets % walletsPerPause === 0) await sleep(pauseMs, signal)
  }
  return report
}

async function verifyWallet(db: Db, wallet: WalletRow, into: { verified: Verified; report: Verification }) {
  const { verified, report } = into
  const faults: string[] = []
  let { seq, balance } = verified.get(wallet._id) ?? { seq: 0n, balance: 0n }
  while (seq < wallet.seq && faults.length === 0) {
    const last = seq + pageOfEntries < wallet.seq ? seq + pageOfEntries : wallet.seq
    const entries = await entriesOf(db)
      .find({ _id: { $gt: entryIdOf(wallet._id, seq), $lte: entryIdOf(wallet._id, last) } })
      .toArray()
    entries.sort((a, b) => (a._id < b._id ? -1 : 1))
    for (const entry of entries) {
      if (seqOfEntry(entry._id) !== seq + 1n) break
      seq++
      balance += entry.amount
      if (entry.balAfter !== balance) faults.push(`entry ${seq} leaves ${entry.balAfter}, not ${balance}`)
      if (balance < wallet.floor) faults.push(`entry ${seq} leaves ${balance}, below the floor`)
    }
    if (seq !== last) faults.push(`entry ${seq + 1n} is missing`)
    faults.push(...(await faultsOfTransfers(db, wallet._id, entries)))
    report.entries += entries.length
  }
  if (faults.length === 0 && wallet.seq !== seq) faults.push(`it counts ${wallet.seq} entries, there were ${seq}`)
  if (faults.length === 0 && wallet.balance !== balance) {
    faults.push(`the balance is ${wallet.balance}, its entries sum to ${balance}`)
  }
  if (wallet.balance - wallet.held < wallet.floor) faults.push(`the balance ${wallet.balance} is below the floor`)
  if (faults.length === 0) verified.set(wallet._id, { seq, balance })
  report.faults.push(...faults.map(fault => `wallet ${wallet._id}: ${fault}`))
}

async function faultsOfTransfers(db: Db, walletId: string, entries: readonly EntryRow[]): Promise<string[]> {
  const byTransfer = new Map(entries.map(entry => [entry.t, entry]))
  const faults: string[] = []
  const ids = [...byTransfer.keys()]
  const transfers = await transfersOf(db)
    .find({ _id: { $in: ids } })
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
