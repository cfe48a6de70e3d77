import type { Collection, Db } from 'mongodb'
import { isDuplicateKey } from './faults'
import type { CollectionPlan, Tx } from './mongo'

/** How long others wait for a holder that has gone without giving it back. */
const leaseMs = 6_000
/** The holder stops so long before its lease ends: what is under way then still ends within it. */
const marginMs = 1_500

type LeaseRow = { _id: string; term: number; owner: string; url: string; place?: string; untilMs: number }

/** Who may hold it: this process, where others reach it, and a name that its successor after a restart has as well. */
export type LeaseSelf = { owner: string; url: string; place?: string }

export const holderLeasePlan = (name: string): CollectionPlan => ({ name })

export type HolderLease = ReturnType<typeof createHolderLease>

/**
 * A lease that everybody can look up: one instance of a service does a job, and the others hand over to it. It goes by
 * the database's clock, so machines whose clocks differ agree about it. It says who is to work, not that nobody else
 * does: what must be done by one alone proves it where it writes.
 * @param name of the lease and of the collection that holds its one row
 * @param now the database's time in ms since 1970
 */
export function createHolderLease(db: Db, name: string, self: LeaseSelf, now: () => number) {
  const rows: Collection<LeaseRow> = db.collection(name)
  const { owner } = self
  let held: { term: number; untilMs: number } | undefined

  /** Takes it when nobody holds it. @returns the new term */
  async function take(): Promise<number | undefined> {
    const untilMs = now() + leaseMs
    const free = { _id: name, $or: [{ untilMs: { $lt: now() } }, { owner }] }
    try {
      const row = await rows.findOneAndUpdate(
        free,
        { $set: { ...self, untilMs }, $inc: { term: 1 } },
        { upsert: true, returnDocument: 'after' },
      )
      held = row ? { term: Number(row.term), untilMs } : undefined
    } catch (error) {
      held = undefined
      if (!isDuplicateKey(error)) throw error
    }
    return held?.term
  }

  return {
    take,

    /** Ends the lease of a predecessor in the same place, which was killed: this process need not wait for its end. */
    async succeed(): Promise<void> {
      if (self.place === undefined) return
      await rows.updateOne({ _id: name, place: self.place, owner: { $ne: owner } }, { $set: { untilMs: 0 } })
    },

    /**
     * @param tx makes this part of a transaction, which then commits only if nobody else has taken the lease
     * @returns false when it is somebody else's by now.
     */
    async renew(tx?: Tx): Promise<boolean> {
      if (!held) return false
      const { term } = held
      const untilMs = now() + leaseMs
      const options = tx ? { session: tx } : {}
      const { matchedCount } = await rows.updateOne({ _id: name, owner, term }, { $set: { untilMs } }, options)
      held = matchedCount === 1 ? { term, untilMs } : undefined
      return held !== undefined
    },

    isHeld: () => held !== undefined && now() < held.untilMs - marginMs,

    /** The latest moment, in ms since 1970, at which something that this holder asked for may happen. */
    lastMomentMs: () => (held ? held.untilMs - marginMs : 0),

    /** Who holds it now, this instance included; undefined when nobody does. */
    async holder(): Promise<Pick<LeaseRow, 'term' | 'owner' | 'url'> | undefined> {
      const row = await rows.findOne({ _id: name })
      return row && row.untilMs > now() ? row : undefined
    },

    /** Gives it back at a graceful stop, so that the next one need not wait. */
    async drop(): Promise<void> {
      const term = held?.term
      held = undefined
      if (term !== undefined) await rows.updateOne({ _id: name, owner, term }, { $set: { untilMs: 0 } })
    },
  }
}
