import { type ErrorCode, errorCodes, errorTexts, statusByCode } from '@cascade/contracts'

const networkMessage = 'An unexpected error occurred'
const offlineMessage = 'You are offline.'
const notSentMessage = 'Nothing was sent.'

/**
 * `NOT_SENT`: never handed to the network. `NETWORK`: no response; the call may still have been executed. `OFFLINE`: no
 * response to a read while the browser reports offline. `CONTRACT`: the response violates the contract.
 */
export type ApiErrorCode = ErrorCode | 'NOT_SENT' | 'NETWORK' | 'OFFLINE' | 'CONTRACT'

type Details = {
  /** HTTP status; 0 without a response. */
  status: number
  code: ApiErrorCode
  /** Finer than the code, e.g. `STEP_UP_REQUIRED`. */
  reason?: string
  message: string
  /** By field path in the request, e.g. `email` or `bets.0.quantity`. */
  errors?: Record<string, string>
  requestId?: string
  retryAfterMs?: number
  /** What the server knows about the idempotency key; absent when it says nothing about earlier tries. */
  outcome?: 'booked' | 'refused'
  /** Whether our server answered rather than a proxy. */
  fromServer?: boolean
  cause?: unknown
}

/** The only error a call throws, except the `AbortError` of its own signal. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ApiErrorCode
  readonly reason: string | undefined
  readonly errors: Readonly<Record<string, string>>
  readonly requestId: string | undefined
  readonly retryAfterMs: number
  readonly outcome: 'booked' | 'refused' | undefined
  readonly fromServer: boolean

  constructor(details: Details) {
    super(details.message, { cause: details.cause })
    this.status = details.status
    this.code = details.code
    this.reason = details.reason
    this.errors = details.errors ?? {}
    this.requestId = details.requestId
    this.retryAfterMs = details.retryAfterMs ?? 0
    this.outcome = details.outcome
    this.fromServer = details.fromServer ?? false
  }

  /** Whether the server rejected the call; otherwise it failed on the network. */
  get isRejected(): boolean {
    return this.status > 0 && this.code !== 'CONTRACT'
  }
}

const transientCodes: readonly ApiErrorCode[] = ['NETWORK', 'UNAVAILABLE', 'TOO_MANY_REQUESTS']

/** Network failures, an unavailable server or rate limits: the same call may succeed later. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && transientCodes.includes(error.code)
}

export const isOffline = (error: unknown) => error instanceof ApiError && error.code === 'OFFLINE'

export function wasNotSent(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'NOT_SENT'
}

/**
 * User-facing message for anything thrown: the server's own, else `fallback`, else a general one. "Not sent" and
 * "offline" are always shown.
 */
export function messageOf(error: unknown, fallback?: string): string {
  const apiError = error instanceof ApiError ? error : undefined
  const hasOwnMessage = apiError?.isRejected || apiError?.code === 'NOT_SENT' || apiError?.code === 'OFFLINE'
  if (apiError?.message && (hasOwnMessage || fallback === undefined)) return apiError.message
  return fallback ?? errorTexts.internal
}

export const networkError = (cause: unknown) =>
  new ApiError({ status: 0, code: 'NETWORK', message: networkMessage, cause })

export const offlineError = (cause: unknown) =>
  new ApiError({ status: 0, code: 'OFFLINE', message: offlineMessage, cause })

export const notSentError = (cause: unknown) =>
  new ApiError({ status: 0, code: 'NOT_SENT', message: notSentMessage, cause })

/**
 * Parses a rejection. Message and request id are used even if the rest violates the contract: an open page may be older
 * than the server, and proxies have error bodies of their own.
 * @param headers fallback for the request id; source of the retry delay
 */
export function toApiError(status: number, body: unknown, headers = new Headers()): ApiError {
  const fields = toRecord(body)
  const code = errorCodes.find(each => each === fields.code) ?? codeForStatus(status)
  // Otherwise the calling screen has a better message.
  const defaultMessage = code === 'UNAVAILABLE' ? errorTexts.unavailable : ''
  return new ApiError({
    status,
    code,
    reason: toText(fields.reason),
    message: toText(fields.message) ?? defaultMessage,
    errors: toTexts(fields.errors),
    requestId: toText(fields.requestId) ?? headers.get('x-request-id') ?? undefined,
    outcome: outcomes.find(each => each === headers.get('idempotent-outcome')),
    fromServer: fields.success === false,
    retryAfterMs: Number(headers.get('retry-after') ?? 0) * 1_000 || 0,
  })
}

const outcomes = ['booked', 'refused'] as const

function codeForStatus(status: number): ApiErrorCode {
  return errorCodes.find(each => statusByCode[each] === status) ?? (status >= 500 ? 'UNAVAILABLE' : 'CONTRACT')
}

const toRecord = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>

const toText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

const toTexts = (value: unknown) =>
  Object.fromEntries(Object.entries(toRecord(value)).filter(([, text]) => typeof text === 'string')) as Record<
    string,
    string
  >
