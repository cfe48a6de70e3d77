import type { Collection, Db } from 'mongodb'
import type { CollectionSpec } from './collections'
import { isDuplicateKey } from './driver-errors'
import type { Tx } from './transaction'

/** The holder stops this long before its lease ends, so that running work ends within the lease. */
const marginMs = 1_500

export const leaseCollection = (collection = 'leases'): CollectionSpec => ({ name: collection })

type LeaseRow = {
  _id: string
  term: number
  owner: string
  url?: string | undefined
  place?: string | undefined
  untilMs: number
}

type LeaseOptions = {
  owner: string
  url?: string
  /** A name that the successor after a restart shares. */
  place?: string
  /** The database's time in ms since 1970. */
  now: () => number
  leaseMs?: number
  collection?: string
  group?: Member[]
}

export type Lease = ReturnType<typeof createLease>
export type LeaseOf = (name: string) => Lease

type Member = { name: string; isDue: () => boolean; extend: (untilMs: number) => void }

/**
 * Leases of one process that are renewed together: a renewal extends all leases that were used since the last one. A
 * lease whose user is stuck expires.
 */
export function createLeases(db: Db, options: Pick<LeaseOptions, 'owner' | 'now'>): LeaseOf {
  const group: Member[] = []
  return name => createLease(db, name, { ...options, group })
}

/**
 * A lease by which one instance of a service does a job. Uses the database's clock, so machines with different clocks
 * agree. A lease is advisory: writers must tolerate two holders, or use a fencing token.
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

  async function acquire(): Promise<number | undefined> {
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
   * @param tx makes the renewal part of a transaction, which then commits only if the lease is still ours
   * @returns false when another owner has acquired it
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

  /**
   * Renews all used leases of the group. @returns false when another owner has one of them, so that each must be
   * renewed alone
   */
  async function renewAll(): Promise<boolean> {
    const due = group.filter(member => member.isDue())
    if (!held || due.length < 2) return false
    const untilMs = now() + leaseMs
    const filter = { owner, _id: { $in: due.map(member => member.name) }, untilMs: { $gt: 0 } }
    const { matchedCount } = await rows.updateMany(filter, { $set: { untilMs } })
    if (matchedCount < due.length) return false
    for (const member of due) member.extend(untilMs)
    return true
  }

  return {
    leaseMs,
    acquire,
    renew,

    /** Acquires or renews it; renews only after half of the lease time. */
    async hold(): Promise<boolean> {
      isRequested = held !== undefined
      const isFresh = held && now() < held.untilMs - leaseMs / 2
      const isHeld = isFresh || (await renewAll()) || (await renew()) || (await acquire()) !== undefined
      isRequested = isHeld
      return isHeld
    },

    /** Ends the lease of a killed predecessor with the same `place`. */
    async endPredecessor(): Promise<void> {
      if (place === undefined) return
      await rows.updateOne({ _id: name, place, owner: { $ne: owner } }, { $set: { untilMs: 0 } })
    },

    isHeld: () => held !== undefined && now() < held.untilMs - marginMs,

    /** Latest moment, in ms since 1970, until which this holder may act. */
    lastMomentMs: () => (held ? held.untilMs - marginMs : 0),

    async holder(): Promise<Pick<LeaseRow, 'term' | 'owner' | 'url'> | undefined> {
      const row = await rows.findOne({ _id: name })
      return row && row.untilMs > now() ? row : undefined
    },

    async release(): Promise<void> {
      const term = held?.term
      held = undefined
      if (term !== undefined) await rows.updateOne({ _id: name, owner, term }, { $set: { untilMs: 0 } })
    },
  }
}
