import { remotesMax, type SignedDescriptor } from '@cascade/contracts/gateway'
import { type CollectionSpec, conflict, isDuplicateKey } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'

type StoredRemote = { _id: string; accepted: SignedDescriptor; previous?: SignedDescriptor }

/** Read as a whole or by id: no further index. */
export const remoteCollections: readonly CollectionSpec[] = [{ name: 'remotes' }]

const stale = () => conflict('Another version has just been accepted. Please read it again.')

/** The accepted version of each remote of another team, and the one before. */
export function createRemoteStore(db: Db) {
  const rows: Collection<StoredRemote> = db.collection('remotes')
  return {
    list: () => rows.find().sort({ _id: 1 }).limit(remotesMax).toArray(),

    /**
     * @param next without it, the previous version is accepted again
     * @throws AppError CONFLICT unless `replaces` is the signature of the accepted version, or for the 101st remote
     */
    async accept(_id: string, replaces: string | null, next?: SignedDescriptor): Promise<void> {
      const before = await rows.findOne({ _id })
      const accepted = next ?? before?.previous
      if (!accepted) throw conflict('There is no previous version.')
      if (before) {
        const filter = { _id, 'accepted.signature': replaces ?? '' }
        const { matchedCount } = await rows.replaceOne(filter, { accepted, previous: before.accepted })
        if (matchedCount === 0) throw stale()
        return
      }
      if ((await rows.countDocuments()) >= remotesMax) throw conflict(`At most ${remotesMax} remotes can be accepted.`)
      await rows.insertOne({ _id, accepted }).catch((error: unknown) => {
        throw isDuplicateKey(error) ? stale() : error
      })
    },
  }
}
