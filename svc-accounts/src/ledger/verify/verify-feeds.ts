import { inTransaction, type Tx } from '@cascade/service-kit'
import type { Db, MongoClient } from 'mongodb'
import { isExternal, issuerId } from '../ids'
import {
  externalsOf,
  fenceOf,
  type PlayRow,
  playRowsOf,
  type TransferRow,
  transfersOf,
  walletsOf,
} from '../store/collections'
import type { Conservation } from '../types'
import { type Breathe, inOneBreath, type Report, rowsOfPage, verifyWallets } from './verify-wallets'

/** What a pool, or its wins, held after the posting with this number. */
export type TotalCheck = { sum: bigint; seq: bigint }
/** How far the feed `play` was verified; totals may be ahead of it after a crash. */
export type PlayCheck = { seq: bigint; totals: Map<string, TotalCheck> }

const rowsAtOnce = BigInt(rowsOfPage)

/**
 * Verifies one page of the feed `play`: numbered without a gap, and each row leaves in its pool, and in its wins, what
 * the row before left plus its amount. `check` is moved on.
 * @returns rows read; fewer than a page when the end was reached
 */
export async function verifyPlayPage(db: Db, check: PlayCheck, faults: string[], tx?: Tx): Promise<number> {
  const last = check.seq + rowsAtOnce
  const rows = await playRowsOf(db)
    .find({ playSeq: { $gt: check.seq, $lte: last } }, tx ? { session: tx } : {})
    .toArray()
  rows.sort((a, b) => (a.playSeq < b.playSeq ? -1 : 1))
  for (const row of rows) {
    if (row.playSeq !== check.seq + 1n) faults.push(`the feed has no number ${check.seq + 1n}`)
    check.seq = row.playSeq
    faults.push(...faultsOfRow(row, check.totals))
  }
  return rows.length
}

function faultsOfRow({ _id, playSeq, postings }: PlayRow, totals: PlayCheck['totals']): string[] {
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

/** Goes to the end of the feed and compares what was summed with the running totals, all in one snapshot. */
export async function verifyTotals(client: MongoClient, db: Db, start: PlayCheck): Promise<string[]> {
  return inTransaction(client, async tx => {
    const faults: string[] = []
    const check = { seq: start.seq, totals: new Map(start.totals) }
    while ((await verifyPlayPage(db, check, faults, tx)) > 0);
    const fence = await fenceOf(db).findOne({ _id: 'writer' }, { session: tx })
    if ((fence?.playHead ?? 0n) !== check.seq) {
      faults.push(`the feed counts ${fence?.playHead ?? 0n} postings, there are ${check.seq}`)
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

const rowsAtOnceVerifyCreditFeed = BigInt(rowsOfPage)

/**
 * Verifies that the feed `credit` has every number after `seq` up to its newest: a consumer that misses one stands still.
 * @returns the number up to which it was verified
 */
export async function verifyCreditFeed(
  { db, breathe }: { db: Db; breathe: Breathe },
  seq: bigint,
  faults: string[],
): Promise<bigint> {
  const head = (await fenceOf(db).findOne({ _id: 'writer' }))?.creditHead ?? 0n
  let done = seq
  while (done < head) {
    const last = done + rowsAtOnceVerifyCreditFeed < head ? done + rowsAtOnce : head
    const rows = await transfersOf(db)
      .find({ creditSeq: { $gt: done, $lte: last } })
      .project<Pick<TransferRow, 'creditSeq'>>({ _id: 0, creditSeq: 1 })
      .toArray()
    await breathe(rows.length)
    if (BigInt(rows.length) !== last - done) {
      faults.push(`the feed of transfers lacks a number up to ${last}`)
      return done
    }
    done = last
  }
  return done
}

type Verification = Report

/** Verifies the whole ledger against itself, from the first entry on. Safe beside running transfers. */
export async function verifyLedger(client: MongoClient, db: Db): Promise<Verification> {
  const report: Report = { faults: await faultsOfSums(client, db), wallets: 0, entries: 0 }
  for await (const wallet of walletsOf(db).find({}, { batchSize: 200 })) {
    await verifyWallets({ db, breathe: inOneBreath }, [wallet], new Map(), report)
  }
  const play: PlayCheck = { seq: 0n, totals: new Map() }
  while ((await verifyPlayPage(db, play, report.faults)) > 0);
  report.faults.push(...(await verifyTotals(client, db, play)))
  await verifyCreditFeed({ db, breathe: inOneBreath }, 0n, report.faults)
  return report
}

/**
 * What was issued against where it is now, in one snapshot of the running totals: it does not grow with the history.
 * Pools are what stands in them and in unclaimed wins. The verifier proves the totals by what they are the sum of.
 */
export function readConservation(client: MongoClient, db: Db): Promise<Omit<Conservation, 'checkedAt'>> {
  return inTransaction(client, async session => {
    const fence = await fenceOf(db).findOne({ _id: 'writer' }, { session })
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
    const wallets = fence?.walletTotal ?? 0n
    return { issued: -issuer, wallets, pools: all - issuer, difference: -all - wallets }
  })
}

/** Whether all wallets and external accounts sum to zero, and the running total of wallets is what they hold. */
export async function faultsOfSums(client: MongoClient, db: Db): Promise<string[]> {
  return inTransaction(client, async session => {
    const [row] = await walletsOf(db)
      .aggregate<{ sum: bigint }>([{ $group: { _id: null, sum: { $sum: '$balance' } } }], { session })
      .toArray()
    const [external] = await externalsOf(db)
      .aggregate<{ sum: bigint }>([{ $group: { _id: null, sum: { $sum: '$balance' } } }], { session })
      .toArray()
    const fence = await fenceOf(db).findOne({ _id: 'writer' }, { session })
    const [wallets, outside] = [BigInt(row?.sum ?? 0n), BigInt(external?.sum ?? 0n)]
    const total = fence?.walletTotal ?? 0n
    const faults: string[] = []
    if (wallets + outside !== 0n) faults.push(`the sum of all wallets is ${wallets + outside}, not 0`)
    if (wallets !== total) faults.push(`the wallets hold ${wallets}, their running total is ${total}`)
    return faults
  })
}
