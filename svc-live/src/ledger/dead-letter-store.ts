import type { PostingRequest } from '@cascade/contracts/accounts'
import type { CollectionPlan, Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import type { Offering } from '../catalog/offering'

/**
 * A posting that did not end as it should: `aside` while the ledger fails at it, and is asked again now and then;
 * `ended` when it refused a payment for good. Kept for whoever looks after the books, with the request and the reason.
 */
type DeadLetterRow = Offering & {
  _id: string
  kind: PostingRequest['kind']
  request: PostingRequest
  state: 'aside' | 'ended'
  reason: string
  at: Date
  tries: number
  /** When the ledger is asked again; absent once it has ended. */
  againAt?: Date
}

export const deadLetterPlans: readonly CollectionPlan[] = [
  { name: 'postings_aside', indexes: [{ key: { state: 1, againAt: 1 } }] },
]

const pauseMsMin = 1_000
const pauseMsMax = 5 * 60_000

const backoffMs = (tries: number) => Math.min(pauseMsMin * 2 ** Math.min(tries, 16), pauseMsMax)

export type DeadLetterStore = ReturnType<typeof createDeadLetterStore>

export function createDeadLetterStore(db: Db, now: () => number) {
  const rows: Collection<DeadLetterRow> = db.collection('postings_aside')
  const buildRow = (
    request: PostingRequest,
    reason: string,
    state: DeadLetterRow['state'],
  ): Omit<DeadLetterRow, '_id' | 'tries'> => {
    const { kind, adminId, gameId } = request
    return { adminId, gameId, kind, request, state, reason, at: new Date(now()) }
  }

  return {
    /** Ids of what is aside now. */
    async listParkedIds(limit: number): Promise<string[]> {
      const found = await rows.find({ state: 'aside' }).project<{ _id: string }>({ _id: 1 }).limit(limit).toArray()
      return found.map(({ _id }) => _id)
    },

    /** What the ledger may be asked again now, the oldest first. */
    listDue: (limit: number): Promise<DeadLetterRow[]> =>
      rows
        .find({ state: 'aside', againAt: { $lte: new Date(now()) } })
        .sort({ againAt: 1 })
        .limit(limit)
        .toArray(),

    async put(request: PostingRequest, reason: string): Promise<void> {
      const fixed = { ...buildRow(request, reason, 'aside'), tries: 0, againAt: new Date(now() + pauseMsMin) }
      await rows.updateOne({ _id: request.id }, { $setOnInsert: fixed }, { upsert: true })
    },

    /** It failed once more: the pause before the next time is twice as long. */
    async postpone({ _id, tries }: DeadLetterRow, reason: string): Promise<void> {
      const againAt = new Date(now() + backoffMs(tries + 1))
      await rows.updateOne({ _id, state: 'aside' }, { $set: { reason, againAt }, $inc: { tries: 1 } })
    },

    /** The ledger has answered: whoever wants the answer asks again, and gets the same. */
    remove: (id: string) => rows.deleteOne({ _id: id, state: 'aside' }).then(() => undefined),

    /** Notes that a payment was refused for good. */
    async end(request: PostingRequest, reason: string, tx: Tx): Promise<void> {
      const { at, ...row } = buildRow(request, reason, 'ended')
      const update = { $set: row, $setOnInsert: { at, tries: 0 }, $unset: { againAt: '' as const } }
      await rows.updateOne({ _id: request.id }, update, { upsert: true, session: tx })
    },

    countEnded: () => rows.countDocuments({ state: 'ended' }),
  }
}
