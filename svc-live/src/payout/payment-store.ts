import type { PostingRequest } from '@cascade/contracts/accounts'
import type { CollectionPlan, Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import type { Rejection } from '../ledger/client'

/** Long enough that a repeated call to take wins still finds what the first one did. */
const retentionSeconds = 30 * 86_400

type PaymentRequest = Extract<PostingRequest, { kind: 'claim' | 'recover' }>

/**
 * A posting between a player's wallet and the wins of a game that was decided on, written before the ledger is asked:
 * whoever finds one that has not ended asks again, with the same id.
 */
export type PaymentRow = {
  _id: string
  request: PaymentRequest
  playerId: string
  ticketIds: string[]
  /** The call that it belongs to. */
  takeId: string
  state: 'open' | 'booked' | 'refused'
  /** Why the ledger rejected it: the answer to whoever repeats the call. */
  rejection?: Rejection
  at: Date
  endedAt?: Date
}

export const paymentPlans: readonly CollectionPlan[] = [
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

    /** What a call has begun, in its order. */
    findByTake: (takeId: string, tx?: Tx) => rows.find({ takeId }, { session: tx }).toArray(),

    /** The oldest payments without an end that were begun before `before`, those that lie aside left out. */
    findUnfinished: (before: Date, parkedIds: readonly string[], limit: number): Promise<PaymentRow[]> =>
      rows
        .find({ state: 'open', at: { $lt: before }, _id: { $nin: [...parkedIds] } })
        .sort({ at: 1 })
        .limit(limit)
        .toArray(),

    /** When the oldest one without an end was begun. */
    async findOldestAt(): Promise<Date | undefined> {
      const [found] = await rows.find({ state: 'open' }).sort({ at: 1 }).limit(1).toArray()
      return found?.at
    },

    /** Ends a payment once; a payment of an earlier life of this database is not there, and nothing is to be ended. */
    async end(paymentId: string, tx: Tx, rejection?: Rejection): Promise<void> {
      const filter = { _id: paymentId, state: 'open' as const }
      const end = rejection ? { state: 'refused' as const, rejection } : { state: 'booked' as const }
      await rows.updateOne(filter, { $set: { ...end, endedAt: new Date() } }, { session: tx })
    },
  }
}
