import { type ErrorCode, refusals } from '@cascade/contracts'

type Details = { errors?: Record<string, string>; retryAfterSeconds?: number; cause?: unknown }

/** A refusal that the caller is told about. Anything else that is thrown answers only a request id. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly errors: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.errors = details.errors
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/** Missing and out of scope are told with the same words, so that nobody learns which ids exist. */
export const notFound = () => new AppError('NOT_FOUND', refusals.notFound)
export const forbidden = (message: string = refusals.forbidden) => new AppError('FORBIDDEN', message)
export const unauthenticated = (message: string = refusals.unauthenticated) => new AppError('UNAUTHENTICATED', message)
export const conflict = (message: string, errors?: Record<string, string>) =>
  new AppError('CONFLICT', message, errors ? { errors } : {})
export const invalid = (message: string, field?: string) =>
  new AppError('VALIDATION', message, field ? { errors: { [field]: message } } : {})
export const busy = (retryAfterSeconds = 1) => new AppError('UNAVAILABLE', refusals.unavailable, { retryAfterSeconds })
