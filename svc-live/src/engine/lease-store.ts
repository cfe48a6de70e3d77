import type { CollectionPlan } from '@cascade/service-kit'
import { isDuplicateKey } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'

/** How long others wait for a holder that has gone without giving it back. */
const leaseMs = 6_000
/** The holder stops so long before its lease ends: what is under way then still ends within it. */
const marginMs = 1_500

type LeaseRow = { _id: string; term: number; owner: string; url: string; untilMs: number }

export const leasePlans: readonly CollectionPlan[] = [{ name: 'engine' }]

export type EngineLease = ReturnType<typeof createEngineLease>

/**
 * The lease of the engine: one instance takes bets, closes, draws and settles. It goes by the database's clock, so
 * machines whose clocks differ agree about it. Money does not depend on it: the ledger books each request once, and
 * refuses a bet that is later than the lease of whoever sent it.
 */
export function createEngineLease(db: Db, self: { owner: string; url: string }, now: () => number) {
  const rows: Collection<LeaseRow> = db.collection('engine')
  const _id = 'engine'
  let held: { term: number; untilMs: number } | undefined

  /** Takes it when nobody holds it. @returns the new term */
  async function take(): Promise<number | undefined> {
    const untilMs = now() + leaseMs
    const free = { _id, $or: [{ untilMs: { $lt: now() } }, { owner: self.owner }] }
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

    /** @returns false when it is somebody else's by now. */
    async renew(): Promise<boolean> {
      if (!held) return false
      const untilMs = now() + leaseMs
      const { matchedCount } = await rows.updateOne({ _id, owner: self.owner, term: held.term }, { $set: { untilMs } })
      held = matchedCount === 1 ? { ...held, untilMs } : undefined
      return held !== undefined
    },

    isHeld: () => held !== undefined && now() < held.untilMs - marginMs,

    /** The latest moment, in ms since 1970, at which something that this holder asked for may happen. */
    lastMomentMs: () => (held ? held.untilMs - marginMs : 0),

    /** Who holds it now, this instance included; undefined when nobody does. */
    async holder(): Promise<Pick<LeaseRow, 'term' | 'owner' | 'url'> | undefined> {
      const row = await rows.findOne({ _id })
      return row && row.untilMs > now() ? row : undefined
    },

    /** Gives it back at a graceful stop, so that the next one need not wait. */
    async drop(): Promise<void> {
      const term = held?.term
      held = undefined
      if (term !== undefined) await rows.updateOne({ _id, owner: self.owner, term }, { $set: { untilMs: 0 } })
    },
  }
}
