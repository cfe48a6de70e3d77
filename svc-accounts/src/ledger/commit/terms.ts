import { businessDay, skewMsMax } from '@cascade/service-kit'
import type { QueuedRequest, Terms } from '../decide/ledger-state'
import type { ApprovalLimits } from '../types'

export type TermsOptions = {
  zone: string
  offeringDayLimit: bigint
  /** Sums of an actor's day that need a second person. */
  approvalLimits: () => Promise<ApprovalLimits>
  /** Milliseconds since 1970, by the database clock. */
  now: (batch: readonly QueuedRequest[]) => Promise<number>
}

/** Reads the time and the limits that a batch is decided by. */
export const createTermsReader =
  ({ zone, offeringDayLimit, approvalLimits: readLimits, now: readClock }: TermsOptions) =>
  async (batch: readonly QueuedRequest[]): Promise<Terms> => {
    const approvalLimits = await readLimits()
    const clock = await readClock(batch)
    // A database clock that jumps ahead dates no wallet further ahead than clocks may differ: when it is set back, bets
    // wait no longer than that. Business days follow the same date, deadlines the database clock alone.
    const now = Math.min(clock, Date.now() + skewMsMax)
    return { now, clock, day: businessDay(new Date(now), zone), offeringDayLimit, approvalLimits }
  }
