import type { Db } from 'mongodb'
import { fenceOf, type TransferRow, transfersOf } from '../store/collections'
import { type Breathe, rowsOfPage } from './pace'

const rowsAtOnce = BigInt(rowsOfPage)

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
    const last = done + rowsAtOnce < head ? done + rowsAtOnce : head
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
