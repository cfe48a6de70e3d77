import type { Collection, Db } from 'mongodb'
import type { CollectionPlan } from './collections'
import { isDuplicateKey } from './driver-errors'
import type { Tx } from './transaction'

/** The holder stops so long before its lease ends: what is under way then still ends within it. */
const marginMs = 1_500

export const leasePlan = (collection = 'leases'): CollectionPlan => ({ name: collection })

type LeaseRow = {
  _id: string
  /** Counts the holders; a number is never given twice. */
  term: number
  owner: string
  url?: string | undefined
  place?: string | undefined
  untilMs: number
}

type LeaseOptions = {
  /** This process, and where others reach it. */
  owner: string
  url?: string
  /** A name that its successor after a restart has as well. */
  place?: string
  /** The database's time in ms since 1970. */
  now: () => number
  /** How long others wait for a holder that has gone without giving it back. */
  leaseMs?: number
  collection?: string
  /** Those of the same owner and collection that are renewed with it. */
  group?: Member[]
}

export type Lease = ReturnType<typeof createLease>
/** Leases of one process, by their names. */
export type LeaseOf = (name: string) => Lease

/** One of several leases of a process, as those see it that renew all of them with one command. */
type Member = { name: string; isDue: () => boolean; extend: (untilMs: number) => void }

/**
 * Leases of one process that are renewed together: whoever has to renew one renews all that are held and were asked
 * for since. One whose holder is stuck is not asked for, and ends.
 */
export function createLeases(db: Db, options: Pick<LeaseOptions, 'owner' | 'now'>): LeaseOf {
  const group: Member[] = []
  return name => createLease(db, name, { ...options, group })
}

/**
 * A lease that everybody can look up: one instance of a service does a job. It goes by the database's clock, so machines
 * whose clocks differ agree about it. It says who is to work, not that nobody else does: whoever writes under it must
 * still be right when two believe that they hold it, or prove it where it writes.
 */
export function createLease(db: Db, name: string, options: LeaseOptions) {
  const { owner, url, place, now, leaseMs = 10_000, collection = 'leases', group = [] } = options
  const rows: Collection<LeaseRow> = db.collection(collection)
  let held: { term: number; untilMs: number } | undefined
  let isRequested = false
  group.push({
    name,
    isDue: () => held !== undefined && isRequested,
    extend(untilMs) {
      if (held) held = { term: held.term, untilMs }
      isRequested = false
    },
  })

  /** Takes it when nobody holds it. @returns the new term */
  async function take(): Promise<number | undefined> {
    const at = now()
    const untilMs = at + leaseMs
    try {
      const row = await rows.findOneAndUpdate(
        { _id: name, $or: [{ owner }, { untilMs: { $lt: at } }] },
        { $set: { owner, url, place, untilMs }, $inc: { term: 1 } },
        { upsert: true, returnDocument: 'after' },
      )
      held = row ? { term: Number(row.term), untilMs } : undefined
    } catch (error) {
      held = undefined
      if (!isDuplicateKey(error)) throw error
    }
    return held?.term
  }

  /**
   * @param tx makes this part of a transaction, which then commits only if nobody else has taken the lease
   * @returns false when it is somebody else's by now.
   */
  async function renew(tx?: Tx): Promise<boolean> {
    if (!held) return false
    const { term } = held
    const untilMs = now() + leaseMs
    const sessionOption = tx ? { session: tx } : {}
    const { matchedCount } = await rows.updateOne({ _id: name, owner, term }, { $set: { untilMs } }, sessionOption)
    held = matchedCount === 1 ? { term, untilMs } : undefined
    return held !== undefined
  }

  /** @returns false when this one must be renewed by itself, as one of them is somebody else's by now. */
  async function renewAll(): Promise<boolean> {
    const due = group.filter(member => member.isDue())
    if (!held || due.length < 2) return false
    const untilMs = now() + leaseMs
    // One that is being given back stays given back.
    const filter = { owner, _id: { $in: due.map(member => member.name) }, untilMs: { $gt: 0 } }
    const { matchedCount } = await rows.updateMany(filter, { $set: { untilMs } })
    if (matchedCount < due.length) return false
    for (const member of due) member.extend(untilMs)
    return true
  }

  return {
    leaseMs,
    take,
    renew,

    /** Takes or renews it; one that is held is renewed when half of its time is over, not at every call. */
    async hold(): Promise<boolean> {
      isRequested = held !== undefined
      const isFresh = held && now() < held.untilMs - leaseMs / 2
      const isHeld = isFresh || (await renewAll()) || (await renew()) || (await take()) !== undefined
      isRequested = isHeld
      return isHeld
    },

    /** Ends the lease of a predecessor in the same place, which was killed: this process need not wait for its end. */
    async succeed(): Promise<void> {
      if (place === undefined) return
      await rows.updateOne({ _id: name, place, owner: { $ne: owner } }, { $set: { untilMs: 0 } })
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
