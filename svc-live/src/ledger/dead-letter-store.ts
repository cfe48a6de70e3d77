import type { PostingRequest } from '@cascade/contracts/accounts'
import type { CollectionPlan, Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import type { Pair } from '../catalog/offering'

/**
 * A posting that did not end as it should: `aside` while the ledger fails at it, and is asked again now and then;
 * `ended` when it refused a payment for good. Kept for whoever looks after the books, with the request and the reason.
 */
type AsideRow = Pair & {
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

export const asidePlans: readonly CollectionPlan[] = [
  { name: 'postings_aside', indexes: [{ key: { state: 1, againAt: 1 } }] },
]

const firstPauseMs = 1_000
const longestPauseMs = 5 * 60_000

const pauseMs = (tries: number) => Math.min(firstPauseMs * 2 ** Math.min(tries, 16), longestPauseMs)

export type AsideStore = ReturnType<typeof createAsideStore>

export function createAsideStore(db: Db, now: () => number) {
  const rows: Collection<AsideRow> = db.collection('postings_aside')
  const rowOf = (
    request: PostingRequest,
    reason: string,
    state: AsideRow['state'],
  ): Omit<AsideRow, '_id' | 'tries'> => {
    const { kind, adminId, gameId } = request
    return { adminId, gameId, kind, request, state, reason, at: new Date(now()) }
  }

  return {
    /** Ids of what is aside now. */
    async waiting(limit: number): Promise<string[]> {
      const found = await rows.find({ state: 'aside' }).project<{ _id: string }>({ _id: 1 }).limit(limit).toArray()
      return found.map(({ _id }) => _id)
    },

    /** What the ledger may be asked again now, the oldest first. */
    due: (limit: number): Promise<AsideRow[]> =>
      rows
        .find({ state: 'aside', againAt: { $lte: new Date(now()) } })
        .sort({ againAt: 1 })
        .limit(limit)
        .toArray(),

    async put(request: PostingRequest, reason: string): Promise<void> {
      const fixed = { ...rowOf(request, reason, 'aside'), tries: 0, againAt: new Date(now() + firstPauseMs) }
      await rows.updateOne({ _id: request.id }, { $setOnInsert: fixed }, { upsert: true })
    },

    /** It failed once more: the pause before the next time is twice as long. */
    async postpone({ _id, tries }: AsideRow, reason: string): Promise<void> {
      const againAt = new Date(now() + pauseMs(tries + 1))
      await rows.updateOne({ _id, state: 'aside' }, { $set: { reason, againAt }, $inc: { tries: 1 } })
    },

    /** The ledger has answered: whoever wants the answer asks again, and gets the same. */
    remove: (id: string) => rows.deleteOne({ _id: id, state: 'aside' }).then(() => undefined),

    /** Notes that a payment was refused for good. */
    async end(request: PostingRequest, reason: string, tx: Tx): Promise<void> {
      const { at, ...row } = rowOf(request, reason, 'ended')
      const update = { $set: row, $setOnInsert: { at, tries: 0 }, $unset: { againAt: '' as const } }
      await rows.updateOne({ _id: request.id }, update, { upsert: true, session: tx })
    },

    countEnded: () => rows.countDocuments({ state: 'ended' }),
  }
}
