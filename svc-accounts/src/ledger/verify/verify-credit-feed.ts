import type { Db } from 'mongodb'
import { fenceOf, type TransferRow, transfersOf } from '../store/collections'

const rowsAtOnce = 1_000n

/**
 * Verifies that the feed `credit` has every number after `seq` up to its newest: a consumer that misses one stands still.
 * @param breathe called after each page with the rows that it read
 * @returns the number up to which it was verified
 */
export async function verifyCreditFeed(
  db: Db,
  seq: bigint,
  faults: string[],
  breathe: (rows: number) => Promise<unknown> = async () => undefined,
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
