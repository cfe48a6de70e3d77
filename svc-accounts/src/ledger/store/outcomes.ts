import type { Db } from 'mongodb'
import { isExternal } from '../ids'
import type { TransferOutcome, TransferResult } from '../types'
import { answersOf, type TransferRow, transfersOf } from './collections'

/** The answer of a booked key is made of its transfer, which is there for ever. */
export function answerOf({ hash, amount, postings: [source, destination] }: TransferRow) {
  const balanceOf = ({ w, balAfter }: typeof source) => (isExternal(w) ? null : balAfter)
  return { hash, amount, sourceBalance: balanceOf(source), destinationBalance: balanceOf(destination) }
}

export async function readBooked(db: Db, transferId: string, hash: string): Promise<TransferResult | undefined> {
  const row = await transfersOf(db).findOne({ _id: transferId, hash }, { maxTimeMS: 2_000 })
  if (!row) return undefined
  const { sourceBalance, destinationBalance } = answerOf(row)
  return { transferId, sourceBalance, destinationBalance, replayed: true }
}

export async function readOutcome(db: Db, actorId: string, transferId: string): Promise<TransferOutcome> {
  const booked = await transfersOf(db).findOne({ _id: transferId, 'actor.id': actorId }, { maxTimeMS: 2_000 })
  if (booked) return 'booked'
  const refused = await answersOf(db).findOne({ _id: transferId, actorId }, { maxTimeMS: 2_000 })
  return refused ? 'refused' : 'unknown'
}
