import type { Snapshot } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { isPlayRow, isRejectionRow, type KeyedRow, keyedRowsOf, type TransferRow } from '../store/collections'

export type ReversalRow = Pick<TransferRow, '_id' | 'kind' | 'amount' | 'postings' | 'reverses'>

/** Checks that each reversal moves exactly what one earlier transfer moved, the other way. */
export async function findReversalFaults(db: Db, rows: readonly ReversalRow[], at?: Snapshot): Promise<string[]> {
  const reversals = rows.filter(({ kind, reverses }) => kind === 'reversal' || reverses)
  if (reversals.length === 0) return []
  const ids = reversals.flatMap(({ reverses }) => reverses?.transferId ?? [])
  const found = keyedRowsOf(db).find({ _id: { $in: ids } }, { ...at })
  const reversed = new Map((await found.toArray()).map(row => [row._id, row]))
  return reversals.flatMap(row =>
    isInverse(row, reversed.get(row.reverses?.transferId ?? ''))
      ? []
      : [`reversal ${row._id} is not the inverse of transfer ${row.reverses?.transferId}`],
  )
}

function isInverse({ kind, amount, postings, reverses }: ReversalRow, reversed: KeyedRow | undefined): boolean {
  if (!reversed || isRejectionRow(reversed) || isPlayRow(reversed) || reversed.reverses) return false
  const [source, destination] = reversed.postings
  return (
    kind === 'reversal' &&
    reversed.kind === reverses?.kind &&
    reversed.amount === amount &&
    postings[0].w === destination.w &&
    postings[1].w === source.w
  )
}
