import { type ErrorCode, errorTexts, type Reason } from '@cascade/contracts'

type Details = {
  /** More specific than the code; for programs. */
  reason?: Reason | undefined
  errors?: Record<string, string> | undefined
  retryAfterSeconds?: number | undefined
  transferId?: string | undefined
  creditLeft?: number | undefined
  allow?: readonly string[] | undefined
  verdict?: Verdict | undefined
  cause?: unknown
}

/** Final outcome of an `Idempotency-Key`: booked, or never to be booked. */
export type Verdict = 'booked' | 'refused'

/** An error whose code and message reach the caller. For any other error the caller sees only a request id. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly reason: Reason | undefined
  readonly errors: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined
  readonly transferId: string | undefined
  readonly creditLeft: number | undefined
  readonly allow: readonly string[] | undefined
  readonly verdict: Verdict | undefined

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.reason = details.reason
    this.errors = details.errors
    this.retryAfterSeconds = details.retryAfterSeconds
    this.transferId = details.transferId
    this.creditLeft = details.creditLeft
    this.allow = details.allow
    this.verdict = details.verdict
  }
}

/** Also used for objects out of scope, so that callers cannot find out which ids exist. */
export const notFound = () => new AppError('NOT_FOUND', errorTexts.notFound)
export const methodNotAllowed = (allow: readonly string[]) =>
  new AppError('METHOD_NOT_ALLOWED', errorTexts.methodNotAllowed, { allow })
export const forbidden = (message: string = errorTexts.forbidden) => new AppError('FORBIDDEN', message)
export const unauthenticated = (message: string = errorTexts.unauthenticated) =>
  new AppError('UNAUTHENTICATED', message)
export const conflict = (message: string, errors?: Record<string, string>) =>
  new AppError('CONFLICT', message, { errors })
export const invalid = (message: string, field?: string) =>
  new AppError('VALIDATION', message, field ? { errors: { [field]: message } } : {})
export const tooLarge = (message: string = errorTexts.tooLarge) => new AppError('TOO_LARGE', message)
export const tooMany = (retryAfterSeconds = 1) =>
  new AppError('TOO_MANY_REQUESTS', errorTexts.tooMany, { retryAfterSeconds })

/** Dependency unavailable and guaranteed not executed: retry after `retryAfterSeconds`. */
export const busy = (retryAfterSeconds = 1, reason?: Reason, cause?: unknown) =>
  new AppError('UNAVAILABLE', errorTexts.unavailable, { retryAfterSeconds, reason, cause })

/** The call may have been executed. Carries the transfer id if there is one, and no `retry-after`. */
export const outcomeUnknown = (details: Pick<Details, 'transferId' | 'reason' | 'cause'> = {}) =>
  new AppError('OUTCOME_UNKNOWN', errorTexts.outcomeUnknown, details)
