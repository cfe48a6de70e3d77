import { type ErrorCode, refusals } from '@cascade/contracts'
import { creditTexts } from '@cascade/contracts/accounts'
import { betTexts } from '@cascade/contracts/live'
import { AppError } from '@cascade/service-kit'

const refusalTable = {
  /** Final for its key. */
  INSUFFICIENT: { code: 'VALIDATION', message: creditTexts.insufficient },
  /** Amount or resulting balance beyond what the ledger holds exactly; final for its key. */
  LIMIT: { code: 'VALIDATION', message: creditTexts.transferAmount },
  FROZEN: { code: 'FORBIDDEN', message: refusals.forbidden },
  SELF: { code: 'FORBIDDEN', message: refusals.forbidden },
  MISSING_WALLET: { code: 'NOT_FOUND', message: refusals.notFound },
  /** Rights were checked on an older state of an account: check again and submit again. */
  SCOPE_CHANGED: { code: 'CONFLICT', message: 'The account has just changed. Please try again.' },
  /** A write that should commit together with the transfer did not match. */
  PRECONDITION_FAILED: { code: 'CONFLICT', message: 'The account has just changed. Please try again.' },
  REF_BOOKED: { code: 'CONFLICT', message: 'This has been booked already.' },
  KEY_REUSED: { code: 'UNPROCESSABLE', message: 'This Idempotency-Key belongs to another request.' },
  /** The gate is not where the request says: betting on the draw has ended. */
  DRAW_CLOSED: { code: 'CONFLICT', message: betTexts.closed },
  /** Its last moment is over. */
  TOO_LATE: { code: 'CONFLICT', message: betTexts.closed },
  /** A win that the stake cannot bring, or a claim of what was not won or is claimed already. */
  NOT_WON: { code: 'CONFLICT', message: betTexts.notWon },
  /** The tickets of one admin's game have won as much today as may be without somebody looking at it. */
  PAIR_LIMIT: { code: 'CONFLICT', message: betTexts.pairLimit },
  OVERLOADED: { code: 'TOO_MANY_REQUESTS', message: refusals.tooMany },
  /** It was handed to the database and no answer came: it may be booked. */
  TIMED_OUT: { code: 'OUTCOME_UNKNOWN', message: refusals.outcomeUnknown },
  /** Its turn did not come in time, or its commit was never asked for. */
  NOT_BOOKED: { code: 'UNAVAILABLE', message: refusals.unavailable },
  STOPPED: { code: 'UNAVAILABLE', message: refusals.unavailable },
} as const satisfies Record<string, { code: ErrorCode; message: string }>

export type RefusalReason = keyof typeof refusalTable
export const refusalReasons = Object.keys(refusalTable) as RefusalReason[]
/** Refusals that are kept, for 30 days, and answered again to the same key. */
export type FinalReason = 'INSUFFICIENT' | 'LIMIT'

const retryable: readonly RefusalReason[] = ['OVERLOADED', 'NOT_BOOKED', 'STOPPED']

/** A request that was not booked, so that nothing of it was written; but `TIMED_OUT` does not know that. */
export class LedgerRefusal extends AppError {
  override readonly reason: RefusalReason
  /** True when this is the kept answer of an earlier try with the same key. */
  readonly replayed: boolean

  /** @param options.transferId what to ask for when the outcome is not known */
  constructor(reason: RefusalReason, options: { replayed?: boolean; transferId?: string; cause?: unknown } = {}) {
    const { code, message } = refusalTable[reason]
    super(code, message, {
      reason,
      cause: options.cause,
      transferId: options.transferId,
      ...(retryable.includes(reason) ? { retryAfterSeconds: 1 } : {}),
    })
    this.name = 'LedgerRefusal'
    this.reason = reason
    this.replayed = options.replayed ?? false
  }
}

export const isFinal = (reason: RefusalReason): reason is FinalReason => reason === 'INSUFFICIENT' || reason === 'LIMIT'
