import { errorTexts } from '@cascade/contracts'
import type { PostingRequest, PostingResult } from '@cascade/contracts/accounts'
import type { Logger } from '@cascade/service-kit'
import { LedgerRejection, type RejectionReason } from './rejection'
import type { PlayResult } from './types'

/** Reported as `unknown`: the caller retries with the same id to learn the outcome. */
const unknownOutcomeReasons: readonly RejectionReason[] = ['TIMED_OUT', 'NOT_BOOKED', 'STOPPED', 'OVERLOADED']

export function toBookedResult({ id }: PostingRequest, result: PlayResult): PostingResult {
  const { replayed, seq, amount, playerBalance, poolBalance, gateVersion, tickets } = result
  return {
    outcome: 'booked',
    id,
    replayed,
    seq: Number(seq),
    amount: String(amount),
    gateVersion,
    ...(playerBalance === null ? {} : { playerBalance: String(playerBalance) }),
    poolBalance: String(poolBalance),
    ...(tickets === undefined ? {} : { tickets }),
  }
}

/** An unexpected error is a rejection too: nothing was booked, and a retry would fail the same way. */
export function toFailedResult(
  { id, kind, correlationId: requestId }: PostingRequest,
  error: unknown,
  logger: Logger,
): PostingResult {
  if (error instanceof LedgerRejection) {
    const { reason, message, verdict, creditLeft } = error
    if (unknownOutcomeReasons.includes(reason)) return { outcome: 'unknown', id }
    return { outcome: 'refused', id, reason, message, ...(verdict && { verdict }), creditLeft }
  }
  logger.error({ err: error, id, kind, requestId }, 'ledger: posting failed with an unexpected error')
  return { outcome: 'refused', id, reason: 'NOT_BOOKED', message: errorTexts.internal }
}
