import { remotesMax, type SignedDescriptor } from '@cascade/contracts/gateway'
import { type CollectionPlan, conflict, isDuplicateKey } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'

export type StoredVersion = SignedDescriptor & { version: string; hash: string; by: string; at: Date }
type StoredRemote = { _id: string; accepted: StoredVersion; previous?: StoredVersion }

/** Read as a whole or by id: no further index. */
export const remotePlans: readonly CollectionPlan[] = [{ name: 'remotes' }]

const stale = () => conflict('Another version has just been accepted. Please read it again.')

/** The accepted version of each remote of another team, and the one before. */
export function createRemoteStore(db: Db) {
  const rows: Collection<StoredRemote> = db.collection('remotes')

  async function replace(_id: string, replaces: string | null, row: Omit<StoredRemote, '_id'>) {
    const { matchedCount } = await rows.replaceOne({ _id, 'accepted.hash': replaces ?? '' }, row)
    if (matchedCount === 0) throw stale()
  }

  return {
    list: () => rows.find().sort({ _id: 1 }).limit(remotesMax).toArray(),

    /** @throws AppError CONFLICT unless `replaces` is the hash of what is accepted, or for the 101st remote */
    async accept(_id: string, replaces: string | null, accepted: StoredVersion): Promise<void> {
      const before = await rows.findOne({ _id })
      if (before) return replace(_id, replaces, { accepted, previous: before.accepted })
      if ((await rows.countDocuments()) >= remotesMax) throw conflict(`At most ${remotesMax} remotes can be accepted.`)
      await rows.insertOne({ _id, accepted }).catch((error: unknown) => {
        throw isDuplicateKey(error) ? stale() : error
      })
    },

    /** Swaps the accepted version and the one before. @throws AppError CONFLICT as `accept`, or without one before */
    async rollBack(_id: string, replaces: string | null, { by, at }: Pick<StoredVersion, 'by' | 'at'>): Promise<void> {
      const before = await rows.findOne({ _id })
      if (!before?.previous) throw conflict('There is no previous version.')
      await replace(_id, replaces, { accepted: { ...before.previous, by, at }, previous: before.accepted })
    },
  }
}
