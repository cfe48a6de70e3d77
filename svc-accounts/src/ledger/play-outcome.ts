import { refusals } from '@cascade/contracts'
import type { PostingRequest, PostingResult } from '@cascade/contracts/accounts'
import type { Logger } from '@cascade/service-kit'
import { LedgerRefusal, type RefusalReason } from './refusals'
import type { PlayResult } from './types'

/** Whoever asks again with the same id learns what became of it. */
const openReasons: readonly RefusalReason[] = ['TIMED_OUT', 'NOT_BOOKED', 'STOPPED', 'OVERLOADED']

export function bookedOutcome({ id }: PostingRequest, result: PlayResult): PostingResult {
  const { replayed, seq, amount, playerBalance, poolBalance, gateVersion } = result
  return {
    ...{ outcome: 'booked', id, replayed, seq: Number(seq), amount: String(amount), gateVersion },
    ...(playerBalance === null ? {} : { playerBalance: String(playerBalance) }),
    poolBalance: String(poolBalance),
  }
}

/** A posting that the ledger cannot write at all is refused too: nothing of it is there, and asking again is no use. */
export function failedOutcome({ id, kind }: PostingRequest, error: unknown, logger: Logger): PostingResult {
  if (error instanceof LedgerRefusal) {
    const { reason, message } = error
    return openReasons.includes(reason) ? { outcome: 'unknown', id } : { outcome: 'refused', id, reason, message }
  }
  logger.error({ err: error, id, kind }, 'a posting failed')
  return { outcome: 'refused', id, reason: 'NOT_BOOKED', message: refusals.internal }
}
