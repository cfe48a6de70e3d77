import type { Decision, LedgerResult, QueuedRequest } from '../decide/ledger-state'
import { LedgerRejection } from '../rejection'
import type { LedgerRequest } from '../types'

export type Outcome = { result: LedgerResult } | { error: unknown }
/** Errors by position in the batch; the rest of the batch is committed without these requests. */
export type RejectedRequests = Map<number, unknown>

export const isWritten = (decision: Decision) =>
  decision.type === 'accepted' || (decision.type === 'rejected' && decision.finalRejection !== undefined)

/** A decision that inserts no row cannot collide with an earlier booking of the key, so the key must be looked up. */
export function needsKeyLookup({ request, decision }: { request: LedgerRequest; decision: Decision }): boolean {
  if (request.type === 'change' || decision.type === 'accepted') return false
  if (decision.type === 'replayed') return request.type === 'close'
  return !decision.replayed && decision.reason !== 'KEY_REUSED'
}

export function outcomeOf(decision: Decision, isOurs: boolean): Outcome {
  if (decision.type === 'rejected') {
    const { reason, ...details } = decision
    return { error: new LedgerRejection(reason, details) }
  }
  const { result } = decision
  return { result: isOurs && 'replayed' in result ? { ...result, replayed: false } : result }
}

export function mergeOutcomes(
  batch: readonly QueuedRequest[],
  rejected: RejectedRequests,
  outcomes: readonly Outcome[],
): Outcome[] {
  const rest = outcomes[Symbol.iterator]()
  return batch.map((_, index) => {
    if (rejected.has(index)) return { error: rejected.get(index) }
    return rest.next().value ?? { error: new LedgerRejection('NOT_BOOKED') }
  })
}

/** The database did not answer in time. */
export const isLate = (outcome: Outcome | undefined): outcome is { error: LedgerRejection } =>
  outcome !== undefined &&
  'error' in outcome &&
  outcome.error instanceof LedgerRejection &&
  ['TIMED_OUT', 'NOT_BOOKED'].includes(outcome.error.reason)

/** A request whose commit was never sent is guaranteed not booked. */
export function toLateOutcome(
  transferId: string,
  { submitted }: { submitted: ReadonlySet<string> },
  cause: unknown,
): Outcome {
  const reason = submitted.has(transferId) ? 'TIMED_OUT' : 'NOT_BOOKED'
  return { error: new LedgerRejection(reason, { ...(reason === 'TIMED_OUT' && { transferId }), cause }) }
}
