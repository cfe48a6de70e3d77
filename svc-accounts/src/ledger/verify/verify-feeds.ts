import { inSnapshot, inTransaction, type Snapshot } from '@cascade/service-kit'
import type { Db, MongoClient } from 'mongodb'
import { isExternal, issuerId } from '../ids'
import {
  externalsOf,
  fencingTokenOf,
  type PlayRow,
  playRowsOf,
  type TransferRow,
  transfersOf,
  walletsOf,
} from '../store/collections'
import type { Conservation } from '../types'
import { addIssued, findIssuedFaults, issuedByPlay, issuedByTransfer, type TotalCheck } from './verify-issued'
import { findReversalFaults, type ReversalRow } from './verify-reversals'
import { findVoidFaults } from './verify-voids'
import { noPause, pageSize, type Report, verifyWallets } from './verify-wallets'
import { compareWins, findWinSumFaults, followWins, type OpenWins, winFaults } from './verify-wins'

/** Checkpoint of both feeds; after a crash, totals may be ahead of it. */
export type FeedCheck = { playSeq: bigint; creditSeq: bigint; totals: Map<string, TotalCheck>; wins: OpenWins }

export const emptyCheck = (): FeedCheck => ({ playSeq: 0n, creditSeq: 0n, totals: new Map(), wins: new Map() })

/** `until`: numbers of the feeds at which to stop. */
type Reading = { at?: Snapshot; until?: Pick<FeedCheck, 'playSeq' | 'creditSeq'> }

function endOfPage(after: bigint, until?: bigint): bigint {
  const end = after + BigInt(pageSize)
  return until !== undefined && until < end ? until : end
}

/**
 * Verifies one page of the `play` feed: the numbers have no gap, and each row continues the balances of its pool and wins
 * account. Advances `check`.
 * @returns number of rows read; less than a page at the end
 */
export async function verifyPlayPage(
  db: Db,
  check: FeedCheck,
  faults: string[],
  { at, until }: Reading = {},
): Promise<number> {
  const last = endOfPage(check.playSeq, until?.playSeq)
  const rows = await playRowsOf(db)
    .find({ playSeq: { $gt: check.playSeq, $lte: last } }, at)
    .toArray()
  rows.sort((a, b) => (a.playSeq < b.playSeq ? -1 : 1))
  for (const row of rows) {
    if (row.playSeq !== check.playSeq + 1n) faults.push(`the feed has no number ${check.playSeq + 1n}`)
    check.playSeq = row.playSeq
    faults.push(...findRowFaults(row, check.totals), ...followWins(row, check.wins))
    addIssued(check.totals, 'play', row.playSeq, issuedByPlay(row))
  }
  faults.push(...(await findVoidFaults(db, rows, at)))
  await compareWins(db, check.wins, at)
  return rows.length
}

/**
 * Verifies one page of the `credit` feed: a consumer stops at a missing number. Advances `check`.
 * @returns number of rows read; less than a page at the end
 */
export async function verifyCreditPage(
  db: Db,
  check: FeedCheck,
  faults: string[],
  { at, until }: Reading = {},
): Promise<number> {
  const last = endOfPage(check.creditSeq, until?.creditSeq)
  const rows = await transfersOf(db)
    .find({ creditSeq: { $gt: check.creditSeq, $lte: last } }, at)
    .project<ReversalRow & Pick<TransferRow, 'creditSeq' | 'places'>>({
      ...{ creditSeq: 1, amount: 1, places: 1 },
      ...{ kind: 1, postings: 1, reverses: 1 },
    })
    .toArray()
  rows.sort((a, b) => (a.creditSeq < b.creditSeq ? -1 : 1))
  for (const row of rows) {
    if (row.creditSeq !== check.creditSeq + 1n)
      faults.push(`the feed of transfers lacks a number before ${row.creditSeq}`)
    check.creditSeq = row.creditSeq
    addIssued(check.totals, 'credit', row.creditSeq, issuedByTransfer(row))
  }
  faults.push(...(await findReversalFaults(db, rows, at)))
  return rows.length
}

function findRowFaults({ _id, playSeq, postings }: PlayRow, totals: FeedCheck['totals']): string[] {
  const faults: string[] = []
  if (postings.reduce((sum, { amount }) => sum + amount, 0n) !== 0n) faults.push(`transfer ${_id} does not balance`)
  for (const { w, amount, balAfter } of postings) {
    if (!isExternal(w) || w === issuerId) continue
    const before = totals.get(w) ?? { sum: 0n, seq: 0n }
    if (before.seq >= playSeq) continue
    const expected = before.sum + amount
    if (balAfter !== expected) faults.push(`transfer ${_id} leaves ${balAfter} in ${w}, not ${expected}`)
    totals.set(w, { sum: balAfter, seq: playSeq })
  }
  return faults
}

/**
 * Reads both feeds to their ends and compares the sums with the stored running totals, in one snapshot.
 * @param isFull the wins of all tickets are read again
 */
export async function verifyTotals(client: MongoClient, db: Db, start: FeedCheck, isFull: boolean): Promise<string[]> {
  return inSnapshot(client, db, async at => {
    const faults: string[] = []
    const check = { ...start, totals: new Map(start.totals), wins: new Map(start.wins) }
    while ((await verifyPlayPage(db, check, faults, { at })) > 0);
    while ((await verifyCreditPage(db, check, faults, { at })) > 0);
    const token = await fencingTokenOf(db).findOne({ _id: 'writer' }, at)
    if ((token?.playHead ?? 0n) !== check.playSeq) {
      faults.push(`the feed counts ${token?.playHead ?? 0n} postings, there are ${check.playSeq}`)
    }
    if ((token?.creditHead ?? 0n) !== check.creditSeq) {
      faults.push(`the feed of transfers lacks a number up to ${token?.creditHead ?? 0n}`)
    }
    const externals = await externalsOf(db)
      .find({}, { ...at, batchSize: 5_000 })
      .toArray()
    const stored = new Map(externals.map(({ _id, balance }) => [_id, balance]))
    for (const [account, { sum }] of check.totals) {
      if (isExternal(account) && stored.get(account) !== sum)
        faults.push(`${account} holds ${stored.get(account)}, its postings sum to ${sum}`)
    }
    faults.push(...winFaults(check.wins), ...(await findIssuedFaults(db, check.totals, at)))
    return isFull ? [...faults, ...(await findWinSumFaults(db, externals, at))] : faults
  })
}

type Verification = Report

/** Verifies the whole ledger from the first entry on. Safe while transfers run. */
export async function verifyLedger(client: MongoClient, db: Db): Promise<Verification> {
  const report: Report = { faults: await findSumFaults(client, db), wallets: 0, entries: 0 }
  for await (const wallet of walletsOf(db).find({}, { batchSize: 200 })) {
    await verifyWallets({ db, pace: noPause }, [wallet], new Map(), report)
  }
  const check = emptyCheck()
  while ((await verifyPlayPage(db, check, report.faults)) > 0);
  while ((await verifyCreditPage(db, check, report.faults)) > 0);
  report.faults.push(...(await verifyTotals(client, db, check, true)))
  return report
}

/**
 * Issued points against wallets and pools (including unclaimed wins), in one snapshot of the running totals. The cost does
 * not depend on the history; the verifier proves the totals against the entries.
 */
export function readConservation(client: MongoClient, db: Db): Promise<Omit<Conservation, 'checkedAt'>> {
  return inTransaction(client, async session => {
    const token = await fencingTokenOf(db).findOne({ _id: 'writer' }, { session })
    const [sums] = await externalsOf(db)
      .aggregate<{ issuer: bigint; all: bigint }>(
        [
          {
            $group: {
              _id: null,
              all: { $sum: '$balance' },
              issuer: { $sum: { $cond: [{ $eq: ['$_id', issuerId] }, '$balance', 0] } },
            },
          },
        ],
        { session },
      )
      .toArray()
    const [issuer, all] = [BigInt(sums?.issuer ?? 0n), BigInt(sums?.all ?? 0n)]
    const wallets = token?.walletTotal ?? 0n
    return { issued: -issuer, wallets, pools: all - issuer, difference: -all - wallets }
  })
}

/** Checks that all wallets and external accounts sum to zero, and that `walletTotal` matches the wallets. */
export async function findSumFaults(client: MongoClient, db: Db): Promise<string[]> {
  return inSnapshot(client, db, async at => {
    const [row] = await walletsOf(db)
      .aggregate<{ sum: bigint }>([{ $group: { _id: null, sum: { $sum: '$balance' } } }], at)
      .toArray()
    const [external] = await externalsOf(db)
      .aggregate<{ sum: bigint }>([{ $group: { _id: null, sum: { $sum: '$balance' } } }], at)
      .toArray()
    const token = await fencingTokenOf(db).findOne({ _id: 'writer' }, at)
    const [wallets, outside] = [BigInt(row?.sum ?? 0n), BigInt(external?.sum ?? 0n)]
    const total = token?.walletTotal ?? 0n
    const faults: string[] = []
    if (wallets + outside !== 0n) faults.push(`the sum of all wallets is ${wallets + outside}, not 0`)
    if (wallets !== total) faults.push(`the wallets hold ${wallets}, their running total is ${total}`)
    return faults
  })
}
