import { decide } from './decide'
import { applyDecision, type Decision, type LedgerState, type QueuedRequest, type Terms } from './ledger-state'

export type DecidedRequest = QueuedRequest & { decision: Decision }

/** Decides the requests of a batch in order; each decision changes the state for the next one. */
export function decideBatch(state: LedgerState, batch: readonly QueuedRequest[], terms: Terms): DecidedRequest[] {
  return batch.map(queued => {
    const decision = decide(state, queued, terms)
    applyDecision(state, decision, terms.day)
    return { ...queued, decision }
  })
}
