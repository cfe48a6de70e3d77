import { type ErrorCode, refusals } from '@cascade/contracts'
import { creditTexts } from '@cascade/contracts/accounts'
import { AppError } from '@cascade/service-kit'

const refusalTable = {
  /** Final for its key. */
  INSUFFICIENT: { code: 'VALIDATION', message: creditTexts.insufficient },
  /** Amount or resulting balance beyond what the books hold exactly; final for its key. */
  LIMIT: { code: 'VALIDATION', message: creditTexts.transferAmount },
  FROZEN: { code: 'FORBIDDEN', message: refusals.forbidden },
  SELF: { code: 'FORBIDDEN', message: refusals.forbidden },
  MISSING_WALLET: { code: 'NOT_FOUND', message: refusals.notFound },
  /** Rights were checked on an older state of an account: check again and submit again. */
  SCOPE_CHANGED: { code: 'CONFLICT', message: 'The account has just changed. Please try again.' },
  /** A write that should commit together with the movement did not match. */
  PRECONDITION_FAILED: { code: 'CONFLICT', message: 'The account has just changed. Please try again.' },
  REF_BOOKED: { code: 'CONFLICT', message: 'This has been booked already.' },
  KEY_REUSED: { code: 'UNPROCESSABLE', message: 'This Idempotency-Key belongs to another request.' },
  OVERLOADED: { code: 'TOO_MANY_REQUESTS', message: refusals.tooMany },
  TIMED_OUT: { code: 'UNAVAILABLE', message: refusals.unavailable },
  STOPPED: { code: 'UNAVAILABLE', message: refusals.unavailable },
} as const satisfies Record<string, { code: ErrorCode; message: string }>

export type RefusalReason = keyof typeof refusalTable
/** Refusals that are kept and answered again to the same key. */
export type FinalReason = 'INSUFFICIENT' | 'LIMIT'

const retryable: readonly RefusalReason[] = ['OVERLOADED', 'TIMED_OUT', 'STOPPED']

/** A movement that was not booked. Nothing of its request was written. */
export class LedgerRefusal extends AppError {
  override readonly reason: RefusalReason
  /** True when this is the kept answer of an earlier try with the same key. */
  readonly replayed: boolean

  constructor(reason: RefusalReason, options: { replayed?: boolean; cause?: unknown } = {}) {
    const { code, message } = refusalTable[reason]
    super(code, message, {
      reason,
      cause: options.cause,
      ...(retryable.includes(reason) ? { retryAfterSeconds: 1 } : {}),
    })
    this.name = 'LedgerRefusal'
    this.reason = reason
    this.replayed = options.replayed ?? false
  }
}

export const isFinal = (reason: RefusalReason): reason is FinalReason => reason === 'INSUFFICIENT' || reason === 'LIMIT'
