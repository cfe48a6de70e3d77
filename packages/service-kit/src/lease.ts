import type { Db } from 'mongodb'

type LeaseRow = { _id: string; owner: string; until: Date }

/**
 * Takes or renews a named lease, so that one of several replicas does a job. It only saves work: whoever writes under
 * a lease must still be right when two believe that they hold it.
 */
export async function holdLease(db: Db, name: string, owner: string, milliseconds: number): Promise<boolean> {
  const now = Date.now()
  try {
    const result = await db
      .collection<LeaseRow>('leases')
      .updateOne(
        { _id: name, $or: [{ owner }, { until: { $lt: new Date(now) } }] },
        { $set: { owner, until: new Date(now + milliseconds) } },
        { upsert: true },
      )
    return result.matchedCount + result.upsertedCount > 0
  } catch (error) {
    if ((error as { code?: number }).code === 11000) return false
    throw error
  }
}

/** Gives a lease back at a graceful stop, so that the next replica need not wait. */
export async function dropLease(db: Db, name: string, owner: string): Promise<void> {
  await db.collection<LeaseRow>('leases').deleteOne({ _id: name, owner })
}
