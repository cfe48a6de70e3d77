import { type ErrorCode, formatPoints, refusals, toPoints } from '@cascade/contracts'
import { creditTexts, type PostingRequest, type PostingResult } from '@cascade/contracts/accounts'
import { betTexts } from '@cascade/contracts/live'
import { AppError, type Logger, type Metrics, type Verdict } from '@cascade/service-kit'
import type { PlayResult } from './types'

const refusalTable = {
  /** Final for its key. */
  INSUFFICIENT: { code: 'VALIDATION', message: creditTexts.insufficient },
  /** Amount or resulting balance beyond what the ledger holds exactly; final for its key. */
  LIMIT: { code: 'VALIDATION', message: creditTexts.transferAmount },
  /** A debt beyond an admin's credit line; final for its key. The message says how much is left. */
  CREDIT_LINE: { code: 'VALIDATION', message: creditTexts.creditLine },
  FROZEN: { code: 'FORBIDDEN', message: refusals.forbidden },
  SELF: { code: 'FORBIDDEN', message: refusals.forbidden },
  MISSING_WALLET: { code: 'NOT_FOUND', message: refusals.notFound },
  /** Rights were checked on an older state of an account: check again and submit again. */
  SCOPE_CHANGED: { code: 'CONFLICT', message: 'The account has just changed. Please try again.' },
  /** A write that should commit together with the transfer did not match. */
  PRECONDITION_FAILED: { code: 'CONFLICT', message: 'The account has just changed. Please try again.' },
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
/** Rejections that are stored and answered again to the same key, for ever. */
const finalReasons = ['INSUFFICIENT', 'LIMIT', 'CREDIT_LINE'] as const
export type FinalReason = (typeof finalReasons)[number]

const retryable: readonly RefusalReason[] = ['OVERLOADED', 'NOT_BOOKED', 'STOPPED']

type RefusalOptions = {
  /** What is left of a credit line, in hundredths. */
  left?: bigint | undefined
  replayed?: boolean
  transferId?: string | undefined
  verdict?: Verdict | undefined
  cause?: unknown
}

/** A request that was not booked, so that nothing of it was written; but `TIMED_OUT` does not know that. */
export class LedgerRefusal extends AppError {
  override readonly reason: RefusalReason
  /** True when this is the kept answer of an earlier try with the same key. */
  readonly replayed: boolean
  readonly left: bigint | undefined

  /** @param options.transferId what to ask for when the outcome is not known */
  constructor(reason: RefusalReason, options: RefusalOptions = {}) {
    const { code, message } = refusalTable[reason]
    const { cause, transferId, verdict, left } = options
    super(code, left === undefined ? message : creditLineText(left), {
      reason,
      cause,
      transferId,
      verdict,
      ...(retryable.includes(reason) ? { retryAfterSeconds: 1 } : {}),
    })
    this.name = 'LedgerRefusal'
    this.reason = reason
    this.replayed = options.replayed ?? false
    this.left = left
  }
}

const creditLineText = (left: bigint) => creditTexts.creditLineLeft.replace('{points}', formatPoints(toPoints(left)))

export const isFinal = (reason: RefusalReason): reason is FinalReason =>
  (finalReasons as readonly RefusalReason[]).includes(reason)

/** Whoever asks again with the same id learns what became of it. */
const openReasons: readonly RefusalReason[] = ['TIMED_OUT', 'NOT_BOOKED', 'STOPPED', 'OVERLOADED']

export function bookedOutcome({ id }: PostingRequest, result: PlayResult): PostingResult {
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

/** A posting that the ledger cannot write at all is refused too: nothing of it is there, and asking again is no use. */
export function failedOutcome(
  { id, kind, correlationId: requestId }: PostingRequest,
  error: unknown,
  logger: Logger,
): PostingResult {
  if (error instanceof LedgerRefusal) {
    const { reason, message, verdict } = error
    if (openReasons.includes(reason)) return { outcome: 'unknown', id }
    return { outcome: 'refused', id, reason, message, ...(verdict && { verdict }) }
  }
  logger.error({ err: error, id, kind, requestId }, 'a posting failed')
  return { outcome: 'refused', id, reason: 'NOT_BOOKED', message: refusals.internal }
}

export type LedgerMetrics = ReturnType<typeof createLedgerMetrics>

/** What the writer shows at `/metrics`; nothing where nobody looks. */
export function createLedgerMetrics(metrics?: Pick<Metrics, 'gauge' | 'counter'>) {
  const batches = metrics?.counter('ledger_batches_total', 'Transactions of the writer that committed')
  const settled = metrics?.counter('ledger_settled_total', 'Requests that were settled: by batches, their mean size')
  const conflicts = metrics?.counter('ledger_conflicts_total', 'Transactions that were repeated')
  const refusals = metrics?.counter('ledger_refusals_total', 'Requests that the ledger refused', ['reason'])
  return {
    writes: (isHere: () => boolean) =>
      metrics?.gauge('ledger_writes', 'Whether this instance writes the ledger', { read: () => Number(isHere()) }),
    /** What the issuer gave out and what wallets hold, in points: more in wallets than was issued came out of pools. */
    totals(read: () => Promise<{ issued: bigint; wallets: bigint }>) {
      metrics?.gauge('ledger_issued_points', 'Points that the issuer gave out', {
        read: async () => toPoints((await read()).issued),
      })
      metrics?.gauge('ledger_wallets_points', 'Points that all wallets hold', {
        read: async () => toPoints((await read()).wallets),
      })
    },
    waiting: (read: () => number) => metrics?.gauge('ledger_queue', 'Requests that wait for the writer', { read }),
    committed(size: number) {
      batches?.inc()
      settled?.inc(size)
    },
    repeated: () => conflicts?.inc(),
    refused: (reason: string) => refusals?.inc({ reason }),
  }
}
