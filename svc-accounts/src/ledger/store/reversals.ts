import { nameOfActor } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import type { BookedTransfer, ReversedTransfer, TransferLink } from '../booked-transfer'
import { isExternal } from '../ids'
import { isPlayRow, isRejectionRow, type KeyedRow, keyedRowsOf, type TransferRow, transfersOf } from './collections'

/** Reversals of transfers, by the id of the reversed one. */
export async function findReversals(db: Db, ids: readonly string[]): Promise<Map<string, TransferLink>> {
  if (ids.length === 0) return new Map()
  const rows = await transfersOf(db)
    .find({ 'reverses.transferId': { $in: [...ids] } }, { batchSize: 1_000, maxTimeMS: 2_000 })
    .project<Pick<TransferRow, '_id' | 'actor' | 'createdAt' | 'reverses'>>({ actor: 1, createdAt: 1, reverses: 1 })
    .toArray()
  return new Map(
    rows.map(({ _id, actor, createdAt, reverses }) => [
      reverses?.transferId ?? '',
      { transferId: _id, at: createdAt, by: nameOfActor(actor) },
    ]),
  )
}

/** Links from a transfer to its reversal, or from that to the transfer. */
export function linksOf(
  { _id, ...row }: Exclude<KeyedRow, { kind: 'rejected' }>,
  reversals: ReadonlyMap<string, TransferLink>,
): Pick<BookedTransfer, 'reverses' | 'reversedBy'> {
  const reversedBy = reversals.get(_id)
  const reverses = 'reverses' in row ? toLink(row.reverses) : undefined
  return { ...(reverses && { reverses }), ...(reversedBy && { reversedBy }) }
}

const toLink = (reversed: ReversedTransfer | undefined): TransferLink | undefined =>
  reversed && { transferId: reversed.transferId, at: reversed.at, by: reversed.by }

export async function findTransfer(db: Db, transferId: string): Promise<BookedTransfer | undefined> {
  const row = await keyedRowsOf(db).findOne({ _id: transferId }, { maxTimeMS: 2_000 })
  if (!row || isRejectionRow(row)) return undefined
  const { kind, amount, postings, note, actor: by, createdAt } = row
  const isPlay = isPlayRow(row)
  const roleOf = (index: number) => (isPlay ? '' : (row.places[index]?.role ?? ''))
  const walletIds = postings.map(({ w }) => w).filter(id => !isExternal(id))
  return {
    transferId,
    kind,
    amount,
    legs: postings.map(({ w, username }, index) => ({ walletId: w, username, role: roleOf(index) })),
    accountIds: isPlay ? [...walletIds, row.play.adminId] : walletIds,
    isPlay,
    note,
    by,
    createdAt,
    ...linksOf(row, isPlay ? new Map() : await findReversals(db, [transferId])),
  }
}
