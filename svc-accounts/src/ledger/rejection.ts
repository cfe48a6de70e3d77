import { type ErrorCode, errorTexts, formatPoints, toPoints } from '@cascade/contracts'
import { approvalTexts, creditTexts, limitTexts, reversalTexts } from '@cascade/contracts/accounts'
import { betTexts } from '@cascade/contracts/live'
import { AppError, type Verdict } from '@cascade/service-kit'

const rejectionTable = {
  /** Final for its key. */
  INSUFFICIENT: { code: 'VALIDATION', message: creditTexts.insufficient },
  /** The amount or a resulting balance exceeds what the ledger holds exactly. Final for its key. */
  LIMIT: { code: 'VALIDATION', message: creditTexts.transferAmount },
  /** The debt exceeds the admin's credit line. Final for its key. The message states the remaining credit. */
  CREDIT_LINE: { code: 'VALIDATION', message: creditTexts.creditLine },
  /** A limit of an account. The first three are final for their key; the others, of bets, are not. */
  BALANCE_LIMIT: { code: 'VALIDATION', message: limitTexts.balance },
  GIVE_LIMIT: { code: 'VALIDATION', message: limitTexts.give },
  TRANSFER_OFF: { code: 'VALIDATION', message: limitTexts.transferOff },
  STAKE_LIMIT: { code: 'VALIDATION', message: limitTexts.stake },
  LOSS_LIMIT: { code: 'VALIDATION', message: limitTexts.loss },
  PAUSED: { code: 'VALIDATION', message: limitTexts.paused },
  /** The request for a second person was declined, withdrawn or expired. Final for its key. */
  DECLINED: { code: 'CONFLICT', message: approvalTexts.ended },
  /** Another reversal of the same transfer is booked. Final for its key. */
  REVERSED: { code: 'CONFLICT', message: reversalTexts.alreadyReversed },
  /** The actor's sum of the day needs a second person. */
  APPROVAL_NEEDED: { code: 'FORBIDDEN', message: approvalTexts.waiting },
  FROZEN: { code: 'FORBIDDEN', message: errorTexts.forbidden },
  SELF: { code: 'FORBIDDEN', message: errorTexts.forbidden },
  MISSING_WALLET: { code: 'NOT_FOUND', message: errorTexts.notFound },
  /** Rights were checked against an older version of an account: check and submit again. */
  SCOPE_CHANGED: { code: 'CONFLICT', message: 'The account has just changed. Please try again.' },
  /** A side write of the request matched no document. */
  PRECONDITION_FAILED: { code: 'CONFLICT', message: 'The account has just changed. Please try again.' },
  KEY_REUSED: { code: 'UNPROCESSABLE', message: 'This Idempotency-Key belongs to another request.' },
  /** The gate version of the request is not the current one: betting on the draw is closed. */
  DRAW_CLOSED: { code: 'CONFLICT', message: betTexts.closed },
  /** The stake's deadline (`notAfter`) has passed. */
  TOO_LATE: { code: 'CONFLICT', message: betTexts.closed },
  /** The win exceeds what the stake can win, or the claim is for points not won or already claimed. */
  NOT_WON: { code: 'CONFLICT', message: betTexts.notWon },
  /** The offering has no such ticket of the player. */
  NOT_STAKED: { code: 'NOT_FOUND', message: errorTexts.notFound },
  /** Daily win limit of one admin's game: an operator must look at it first. */
  OFFERING_LIMIT: { code: 'CONFLICT', message: betTexts.offeringLimit },
  /** The account has had too many final rejections this hour: nothing is stored. */
  TOO_MANY_REJECTIONS: { code: 'TOO_MANY_REQUESTS', message: errorTexts.tooMany },
  OVERLOADED: { code: 'TOO_MANY_REQUESTS', message: errorTexts.tooMany },
  /** The commit was sent and no answer came: the request may be booked. */
  TIMED_OUT: { code: 'OUTCOME_UNKNOWN', message: errorTexts.outcomeUnknown },
  /** The commit was never sent. */
  NOT_BOOKED: { code: 'UNAVAILABLE', message: errorTexts.unavailable },
  STOPPED: { code: 'UNAVAILABLE', message: errorTexts.unavailable },
} as const satisfies Record<string, { code: ErrorCode; message: string }>

export type RejectionReason = keyof typeof rejectionTable
export const rejectionReasons = Object.keys(rejectionTable) as RejectionReason[]
/** Rejections that are stored under their key and returned on every retry. */
const finalReasons = [
  ...(['INSUFFICIENT', 'LIMIT', 'CREDIT_LINE', 'DECLINED', 'REVERSED'] as const),
  ...(['BALANCE_LIMIT', 'GIVE_LIMIT', 'TRANSFER_OFF'] as const),
] as const
export type FinalReason = (typeof finalReasons)[number]

const retryableReasons: readonly RejectionReason[] = ['TOO_MANY_REJECTIONS', 'OVERLOADED', 'NOT_BOOKED', 'STOPPED']

export type RejectionDetails = {
  /** Remaining credit line or limit, in hundredths. */
  left?: bigint | undefined
  /** The account whose limit rejected the request. */
  limitOwnerId?: string | undefined
  verdict?: Verdict | undefined
}
type RejectionOptions = RejectionDetails & { replayed?: boolean; transferId?: string | undefined; cause?: unknown }

/** A request that was not booked. `TIMED_OUT` is the exception: its outcome is unknown. */
export class LedgerRejection extends AppError {
  override readonly reason: RejectionReason
  /** The stored rejection of an earlier request with the same key. */
  readonly replayed: boolean
  readonly left: bigint | undefined
  readonly limitOwnerId: string | undefined

  /** @param options.transferId id under which the caller can query an unknown outcome */
  constructor(reason: RejectionReason, options: RejectionOptions = {}) {
    const { code, message } = rejectionTable[reason]
    const { cause, transferId, verdict, left } = options
    super(code, left === undefined ? message : leftText(reason, left), {
      reason,
      cause,
      transferId,
      verdict,
      creditLeft: left === undefined || reason !== 'CREDIT_LINE' ? undefined : toPoints(left),
      ...(retryableReasons.includes(reason) ? { retryAfterSeconds: reason === 'TOO_MANY_REJECTIONS' ? 60 : 1 } : {}),
    })
    this.name = 'LedgerRejection'
    this.reason = reason
    this.replayed = options.replayed ?? false
    this.left = left
    this.limitOwnerId = options.limitOwnerId
  }
}

const leftTexts: Readonly<Partial<Record<RejectionReason, string>>> = {
  BALANCE_LIMIT: limitTexts.balanceLeft,
  GIVE_LIMIT: limitTexts.giveLeft,
}

const leftText = (reason: RejectionReason, left: bigint) =>
  (leftTexts[reason] ?? creditTexts.creditLineLeft).replace('{points}', formatPoints(toPoints(left)))

/** The request can be booked once a second person has approved it. */
export const isApprovalNeeded = (error: unknown): boolean =>
  error instanceof LedgerRejection && error.reason === 'APPROVAL_NEEDED'

export const isFinal = (reason: RejectionReason): reason is FinalReason =>
  (finalReasons as readonly RejectionReason[]).includes(reason)
