import type { Clock } from '@cascade/service-kit'
import type { ClientSession, Db, MongoClient } from 'mongodb'
import type { ApprovalLimits } from '../types'
import type { BatchWrites } from './batch-writes'
import { createLedgerCache, type LedgerCache } from './cache'
import type { WriterSession } from './writer-session'

/** `outbox`: side writes may have inserted outbox events. */
type Committed = { size: number; booked: BatchWrites['booked']; outbox: boolean }

type CommitterDeps = {
  client: MongoClient
  db: Db
  writer: WriterSession
  /** Name of this instance in the fencing token. */
  instanceId: string
  zone: string
  offeringDayLimit: bigint
  /** Sums of an actor's day that need a second person. */
  approvalLimits: () => Promise<ApprovalLimits>
  clock: Pick<Clock, 'now' | 'read'>
  onCommit: (committed: Committed) => void
  onConflict: () => void
  onAbandoned: () => void
  /** Another instance owns the fencing token: nothing was booked. */
  onTokenLost: () => void
}

/** Commits the batches of this instance, one after the other. */
export type Committer = ReturnType<typeof createCommitter>

export const createCommitter = (deps: CommitterDeps) => ({
  ...deps,
  cache: createLedgerCache(deps.db),
  recentIds: createRecentIds(20_000),
  rejections: createRejectionCounts(),
})

/** One batch in progress. It only updates the cache it started with, which is replaced if the batch is abandoned. */
export type BatchRun = {
  cache: LedgerCache
  session: ClientSession | undefined
  /** Ids whose commit was sent: they may be booked, whatever the error. */
  submitted: Set<string>
  isAbandoned: boolean
}

/** Set of recent ids with two generations (size between `capacity` and twice that). */
function createRecentIds(capacity: number) {
  let current = new Set<string>()
  let previous = new Set<string>()
  return {
    has: (id: string) => current.has(id) || previous.has(id),
    add(id: string) {
      if (current.size >= capacity) {
        previous = current
        current = new Set()
      }
      current.add(id)
    },
  }
}

/** Stored rejections of an hour by account, since this instance leads. */
function createRejectionCounts() {
  let hour = 0
  let counts = new Map<string, number>()
  return {
    /** Those of the hour of a moment in milliseconds. */
    at(ms: number): ReadonlyMap<string, number> {
      const current = Math.floor(ms / 3_600_000)
      if (current !== hour) counts = new Map()
      hour = current
      return counts
    },
    add(more: ReadonlyMap<string, number>): void {
      for (const [id, count] of more) counts.set(id, (counts.get(id) ?? 0) + count)
    },
  }
}
