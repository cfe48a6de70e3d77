import type { AnyEvent } from '@cascade/contracts'
import { TransferRecorded } from '@cascade/contracts/accounts'
import type { Db } from 'mongodb'
import { isExternal } from '../ids'
import { fenceOf, type Place, type Posting, type TransferRow, transfersOf } from './collections'

/** Transfers with `after < creditSeq <= after + limit` as events; the range is bounded by design. */
export async function readCreditFeed(
  db: Db,
  after: number,
  limit: number,
): Promise<{ head: number; events: AnyEvent[] }> {
  const rows = await transfersOf(db)
    .find({ creditSeq: { $gt: BigInt(after), $lte: BigInt(after + limit) } }, { maxTimeMS: 5_000 })
    .sort({ creditSeq: 1 })
    .toArray()
  // Read last, so that the head is never behind the events.
  const fence = await fenceOf(db).findOne({ _id: 'writer' }, { maxTimeMS: 5_000 })
  return { head: Number(fence?.creditHead ?? 0), events: rows.map(creditEventOf) }
}

export function creditEventOf(row: TransferRow): AnyEvent {
  const { actor, correlationId, createdAt, creditSeq, kind, note, bizDate } = row
  const [debited, credited] = row.postings
  const [from, to] = row.places
  const data: TransferRecorded['data'] = {
    ...{ transferId: row._id, kind, amount: String(row.amount), note, bizDate },
    ...{ source: sideOf(debited, from), destination: sideOf(credited, to) },
    ...{ sourceBalance: balanceText(debited), destinationBalance: balanceText(credited) },
  }
  return {
    ...{ id: row._id, type: TransferRecorded.shape.type.value, at: createdAt.toISOString(), data },
    ...{ actor, correlationId, causationId: null, seq: Number(creditSeq) },
  }
}

const sideOf = ({ w, username }: Posting, { role, ancestry }: Place) => ({ walletId: w, username, role, ancestry })

/** An external account has no balance that anybody outside should see. */
const balanceText = ({ w, balAfter }: Posting) => (isExternal(w) ? null : String(balAfter))
