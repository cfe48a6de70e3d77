import { type ErrorCode, errorCodes, refusals, statusOfCode } from '@cascade/contracts'

const networkMessage = 'An unexpected error occurred'
const offlineMessage = 'You are offline.'
const notSentMessage = 'Nothing was sent.'

/**
 * `NOT_SENT`: the call was never handed to the network. `NETWORK`: no answer came; what was sent may have been done all
 * the same. `OFFLINE`: the same of a read, while the browser believes that it has no connection. `CONTRACT`: an answer
 * came that is not what the contract promises.
 */
export type ApiErrorCode = ErrorCode | 'NOT_SENT' | 'NETWORK' | 'OFFLINE' | 'CONTRACT'

type Details = {
  /** HTTP status; 0 when no answer came. */
  status: number
  code: ApiErrorCode
  message: string
  /** By path of the field in the request, e.g. `email` or `bets.0.quantity`. */
  errors?: Record<string, string>
  requestId?: string
  /** How long the server asks to wait before the same is sent again. */
  retryAfterMs?: number
  /** The server's verdict on the key of the call; without one nothing is said of an earlier try under it. */
  outcome?: 'booked' | 'refused'
  /** Whether the server itself answered, and not a proxy on the way. */
  fromServer?: boolean
  cause?: unknown
}

/** The only error that a call throws, except the `AbortError` of its own signal. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ApiErrorCode
  readonly errors: Readonly<Record<string, string>>
  readonly requestId: string | undefined
  readonly retryAfterMs: number
  readonly outcome: 'booked' | 'refused' | undefined
  readonly fromServer: boolean

  constructor(details: Details) {
    super(details.message, { cause: details.cause })
    this.status = details.status
    this.code = details.code
    this.errors = details.errors ?? {}
    this.requestId = details.requestId
    this.retryAfterMs = details.retryAfterMs ?? 0
    this.outcome = details.outcome
    this.fromServer = details.fromServer ?? false
  }

  /** Whether the server itself refused; otherwise the call failed on the way. */
  get refused(): boolean {
    return this.status > 0 && this.code !== 'CONTRACT'
  }
}

const transientCodes: readonly ApiErrorCode[] = ['NETWORK', 'UNAVAILABLE', 'TOO_MANY_REQUESTS']

/** Whether the way or the server's load was at fault, so that the same call may succeed a moment later. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && transientCodes.includes(error.code)
}

/** Whether a read failed while the browser believed that it was offline. */
export const isOffline = (error: unknown) => error instanceof ApiError && error.code === 'OFFLINE'

/** Whether a call surely did nothing, because it was never handed to the network. */
export function wasNotSent(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'NOT_SENT'
}

/**
 * What a screen may show of anything thrown: the server's own words, else `fallback`. That nothing was sent, or that a
 * read found no connection, is always said. Without a fallback there is a general sentence.
 */
export function messageOf(error: unknown, fallback?: string): string {
  const apiError = error instanceof ApiError ? error : undefined
  const hasOwnMessage = apiError?.refused || apiError?.code === 'NOT_SENT' || apiError?.code === 'OFFLINE'
  if (apiError?.message && (hasOwnMessage || fallback === undefined)) return apiError.message
  return fallback ?? refusals.internal
}

/** The error of a call that got no answer. */
export const networkError = (cause: unknown) =>
  new ApiError({ status: 0, code: 'NETWORK', message: networkMessage, cause })

/** The error of a read that got no answer while the browser believes that it is offline. */
export const offlineError = (cause: unknown) =>
  new ApiError({ status: 0, code: 'OFFLINE', message: offlineMessage, cause })

/** The error of a call that was never handed to the network. */
export const notSentError = (cause: unknown) =>
  new ApiError({ status: 0, code: 'NOT_SENT', message: notSentMessage, cause })

/**
 * Reads a refusal. Its words and its request id count even when the rest is not as the contract has it: a page that is
 * open may be older than the server, and a proxy has refusals of its own.
 * @param headers name the request for a body that does not, and how long to wait
 */
export function toApiError(status: number, body: unknown, headers = new Headers()): ApiError {
  const fields = toRecord(body)
  const code = errorCodes.find(each => each === fields.code) ?? codeForStatus(status)
  // Without words of the server, the screen that asked has the fitting sentence.
  const defaultMessage = code === 'UNAVAILABLE' ? refusals.unavailable : ''
  return new ApiError({
    status,
    code,
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
  return errorCodes.find(each => statusOfCode[each] === status) ?? (status >= 500 ? 'UNAVAILABLE' : 'CONTRACT')
}

const toRecord = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>

const toText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

const toTexts = (value: unknown) =>
  Object.fromEntries(Object.entries(toRecord(value)).filter(([, text]) => typeof text === 'string')) as Record<
    string,
    string
  >
