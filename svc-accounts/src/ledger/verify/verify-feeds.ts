import { inTransaction, type Tx } from '@cascade/service-kit'
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
import { noPause, type Pace, pageSize, type Report, verifyWallets } from './verify-wallets'

/** Balance of a pool or wins account after the posting with this sequence number. */
export type TotalCheck = { sum: bigint; seq: bigint }
/** Checkpoint of the `play` feed; after a crash, totals may be ahead of `seq`. */
export type PlayCheck = { seq: bigint; totals: Map<string, TotalCheck> }

const pageRows = BigInt(pageSize)

/**
 * Verifies one page of the `play` feed: the numbers have no gap, and each row continues the balances of its pool and wins
 * account. Advances `check`.
 * @returns number of rows read; less than a page at the end
 */
export async function verifyPlayPage(db: Db, check: PlayCheck, faults: string[], tx?: Tx): Promise<number> {
  const last = check.seq + pageRows
  const rows = await playRowsOf(db)
    .find({ playSeq: { $gt: check.seq, $lte: last } }, tx ? { session: tx } : {})
    .toArray()
  rows.sort((a, b) => (a.playSeq < b.playSeq ? -1 : 1))
  for (const row of rows) {
    if (row.playSeq !== check.seq + 1n) faults.push(`the feed has no number ${check.seq + 1n}`)
    check.seq = row.playSeq
    faults.push(...findRowFaults(row, check.totals))
  }
  return rows.length
}

function findRowFaults({ _id, playSeq, postings }: PlayRow, totals: PlayCheck['totals']): string[] {
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

/** Reads the feed to its end and compares the sums with the stored running totals, in one snapshot. */
export async function verifyTotals(client: MongoClient, db: Db, start: PlayCheck): Promise<string[]> {
  return inTransaction(client, async tx => {
    const faults: string[] = []
    const check = { seq: start.seq, totals: new Map(start.totals) }
    while ((await verifyPlayPage(db, check, faults, tx)) > 0);
    const token = await fencingTokenOf(db).findOne({ _id: 'writer' }, { session: tx })
    if ((token?.playHead ?? 0n) !== check.seq) {
      faults.push(`the feed counts ${token?.playHead ?? 0n} postings, there are ${check.seq}`)
    }
    const externals = await externalsOf(db).find({}, { session: tx, batchSize: 5_000 }).toArray()
    const stored = new Map(externals.map(({ _id, balance }) => [_id, balance]))
    for (const [account, { sum }] of check.totals) {
      if (stored.get(account) !== sum)
        faults.push(`${account} holds ${stored.get(account)}, its postings sum to ${sum}`)
    }
    return faults
  })
}

const rowsAtOnceVerifyCreditFeed = BigInt(pageSize)

/**
 * Verifies that the `credit` feed has no gap between `seq` and its head: a consumer stops at a missing number.
 * @returns the last verified number
 */
export async function verifyCreditFeed(
  { db, pace }: { db: Db; pace: Pace },
  seq: bigint,
  faults: string[],
): Promise<bigint> {
  const head = (await fencingTokenOf(db).findOne({ _id: 'writer' }))?.creditHead ?? 0n
  let done = seq
  while (done < head) {
    const last = done + rowsAtOnceVerifyCreditFeed < head ? done + pageRows : head
    const rows = await transfersOf(db)
      .find({ creditSeq: { $gt: done, $lte: last } })
      .project<Pick<TransferRow, 'creditSeq'>>({ _id: 0, creditSeq: 1 })
      .toArray()
    await pace(rows.length)
    if (BigInt(rows.length) !== last - done) {
      faults.push(`the feed of transfers lacks a number up to ${last}`)
      return done
    }
    done = last
  }
  return done
}

type Verification = Report

/** Verifies the whole ledger from the first entry on. Safe while transfers run. */
export async function verifyLedger(client: MongoClient, db: Db): Promise<Verification> {
  const report: Report = { faults: await findSumFaults(client, db), wallets: 0, entries: 0 }
  for await (const wallet of walletsOf(db).find({}, { batchSize: 200 })) {
    await verifyWallets({ db, pace: noPause }, [wallet], new Map(), report)
  }
  const play: PlayCheck = { seq: 0n, totals: new Map() }
  while ((await verifyPlayPage(db, play, report.faults)) > 0);
  report.faults.push(...(await verifyTotals(client, db, play)))
  await verifyCreditFeed({ db, pace: noPause }, 0n, report.faults)
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
  return inTransaction(client, async session => {
    const [row] = await walletsOf(db)
      .aggregate<{ sum: bigint }>([{ $group: { _id: null, sum: { $sum: '$balance' } } }], { session })
      .toArray()
    const [external] = await externalsOf(db)
      .aggregate<{ sum: bigint }>([{ $group: { _id: null, sum: { $sum: '$balance' } } }], { session })
      .toArray()
    const token = await fencingTokenOf(db).findOne({ _id: 'writer' }, { session })
    const [wallets, outside] = [BigInt(row?.sum ?? 0n), BigInt(external?.sum ?? 0n)]
    const total = token?.walletTotal ?? 0n
    const faults: string[] = []
    if (wallets + outside !== 0n) faults.push(`the sum of all wallets is ${wallets + outside}, not 0`)
    if (wallets !== total) faults.push(`the wallets hold ${wallets}, their running total is ${total}`)
    return faults
  })
}
