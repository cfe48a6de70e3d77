import type { PostingRequest } from '@cascade/contracts/accounts'
import type { CollectionSpec, Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import type { Rejection } from '../ledger/client'

/** Long enough for a repeated claim call to find the payments of the first one. */
const retentionSeconds = 30 * 86_400

type PaymentRequest = Extract<PostingRequest, { kind: 'claim' | 'recover' }>

/** A claim or recovery, stored before it is posted. An unfinished one is posted again with the same id. */
export type PaymentRow = {
  _id: string
  request: PaymentRequest
  playerId: string
  ticketIds: string[]
  takeId: string
  state: 'open' | 'booked' | 'refused'
  rejection?: Rejection
  at: Date
  endedAt?: Date
}

export const paymentCollections: readonly CollectionSpec[] = [
  {
    name: 'payments',
    indexes: [
      { key: { state: 1, at: 1 } },
      { key: { takeId: 1 } },
      { key: { endedAt: 1 }, options: { expireAfterSeconds: retentionSeconds } },
    ],
  },
]

export type PaymentStore = ReturnType<typeof createPaymentStore>

export function createPaymentStore(db: Db) {
  const rows: Collection<PaymentRow> = db.collection('payments')
  return {
    insert: (payments: readonly PaymentRow[], tx: Tx) => rows.insertMany([...payments], { session: tx }),

    findByCall: (takeId: string, tx?: Tx) => rows.find({ takeId }, { session: tx }).toArray(),

    /** The oldest unfinished payments begun before `before`, without dead letters. */
    findUnfinished: (before: Date, parkedIds: readonly string[], limit: number): Promise<PaymentRow[]> =>
      rows
        .find({ state: 'open', at: { $lt: before }, _id: { $nin: [...parkedIds] } })
        .sort({ at: 1 })
        .limit(limit)
        .toArray(),

    async findOldestAt(): Promise<Date | undefined> {
      const [found] = await rows.find({ state: 'open' }).sort({ at: 1 }).limit(1).toArray()
      return found?.at
    },

    /** Ends a payment once. Payments from before a restore are not found and need no end. */
    async end(paymentId: string, tx: Tx, rejection?: Rejection): Promise<void> {
      const filter = { _id: paymentId, state: 'open' as const }
      const end = rejection ? { state: 'refused' as const, rejection } : { state: 'booked' as const }
      await rows.updateOne(filter, { $set: { ...end, endedAt: new Date() } }, { session: tx })
    },
  }
}
