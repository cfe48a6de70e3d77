import { inTransaction, type Tx } from '@cascade/service-kit'
import type { Db, MongoClient } from 'mongodb'
import { isExternal, issuerId } from '../ids'
import { externalsOf, fenceOf, type PlayRow, playRowsOf } from '../store/collections'
import { rowsOfPage } from './pace'

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
