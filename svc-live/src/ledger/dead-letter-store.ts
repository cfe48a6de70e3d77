import type { PostingRequest } from '@cascade/contracts/accounts'
import type { CollectionSpec, Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import type { Offering } from '../catalog/offering'

/**
 * A posting that did not complete. `aside`: parked, as the ledger fails at it, and retried; `ended`: a payment that the
 * ledger has finally rejected. Stored with request and reason for manual resolution.
 */
type DeadLetterRow = Offering & {
  _id: string
  kind: PostingRequest['kind']
  request: PostingRequest
  state: 'aside' | 'ended'
  reason: string
  at: Date
  tries: number
  /** Next retry; absent once ended. */
  againAt?: Date
}

export const deadLetterCollections: readonly CollectionSpec[] = [
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
    async listParkedIds(limit: number): Promise<string[]> {
      const found = await rows.find({ state: 'aside' }).project<{ _id: string }>({ _id: 1 }).limit(limit).toArray()
      return found.map(({ _id }) => _id)
    },

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

    /** Doubles the pause after another failure. */
    async postpone({ _id, tries }: DeadLetterRow, reason: string): Promise<void> {
      const againAt = new Date(now() + backoffMs(tries + 1))
      await rows.updateOne({ _id, state: 'aside' }, { $set: { reason, againAt }, $inc: { tries: 1 } })
    },

    /** The ledger has answered: the original caller asks again and gets the same result. */
    remove: (id: string) => rows.deleteOne({ _id: id, state: 'aside' }).then(() => undefined),

    async end(request: PostingRequest, reason: string, tx: Tx): Promise<void> {
      const { at, ...row } = buildRow(request, reason, 'ended')
      const update = { $set: row, $setOnInsert: { at, tries: 0 }, $unset: { againAt: '' as const } }
      await rows.updateOne({ _id: request.id }, update, { upsert: true, session: tx })
    },

    countEnded: () => rows.countDocuments({ state: 'ended' }),
  }
}
