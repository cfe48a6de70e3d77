import type { Db } from 'mongodb'
import { isDuplicateKey } from '../data/faults'

type LeaseRow = { _id: string; owner: string; until: Date }

const leaseMs = 10_000

/**
 * A named lease, so that one of several replicas does a job. It only saves work: whoever writes under a lease must
 * still be right when two believe that they hold it.
 */
export function createLease(db: Db, name: string, owner: string) {
  const leases = db.collection<LeaseRow>('leases')
  let renewAt = 0

  return {
    /** How long others wait for a holder that has gone without giving it back. */
    leaseMs,

    /** Takes or renews it; a lease that is held is renewed when half of its time is over, not at every call. */
    async hold(): Promise<boolean> {
      const now = Date.now()
      if (now < renewAt) return true
      try {
        const result = await leases.updateOne(
          { _id: name, $or: [{ owner }, { until: { $lt: new Date(now) } }] },
          { $set: { owner, until: new Date(now + leaseMs) } },
          { upsert: true },
        )
        const isHeld = result.matchedCount + result.upsertedCount > 0
        renewAt = isHeld ? now + leaseMs / 2 : 0
        return isHeld
      } catch (error) {
        renewAt = 0
        if (isDuplicateKey(error)) return false
        throw error
      }
    },

    /** Gives it back at a graceful stop, so that the next replica need not wait. */
    async drop(): Promise<void> {
      renewAt = 0
      await leases.deleteOne({ _id: name, owner })
    },
  }
}
