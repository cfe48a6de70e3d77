import { type ErrorCode, errorCodes, refusals, statusOfCode } from '@cascade/contracts'

const networkMessage = 'An unexpected error occurred'
const offlineMessage = 'You are offline.'
const notSentMessage = 'You are offline – nothing was sent.'

/**
 * `OFFLINE`: the browser had no connection, so nothing was sent. `NETWORK`: no answer came; what was sent may have been
 * done all the same. `CONTRACT`: an answer came that is not what the contract promises.
 */
export type ApiErrorCode = ErrorCode | 'OFFLINE' | 'NETWORK' | 'CONTRACT'

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

  constructor({ status, code, message, errors = {}, requestId, retryAfterMs = 0, outcome, cause }: Details) {
    super(message, { cause })
    this.status = status
    this.code = code
    this.errors = errors
    this.requestId = requestId
    this.retryAfterMs = retryAfterMs
    this.outcome = outcome
  }

  /** Whether the server itself refused; otherwise the call failed on the way. */
  get refused(): boolean {
    return this.status > 0 && this.code !== 'CONTRACT'
  }
}

/** Whether the way or the server's load was at fault, so that the same call may succeed a moment later. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'NETWORK' || error.code === 'UNAVAILABLE')
}

/** Whether a call surely did nothing, because it never left this machine. */
export function wasNotSent(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'OFFLINE'
}

/**
 * What a screen may show of anything thrown: the server's own words, else `fallback`. Being offline is always said,
 * because it tells that nothing happened. Without a fallback there is a general sentence.
 */
export function messageOf(error: unknown, fallback?: string): string {
  const known = error instanceof ApiError ? error : undefined
  const isTold = known?.refused || known?.code === 'OFFLINE'
  if (known?.message && (isTold || fallback === undefined)) return known.message
  return fallback ?? refusals.internal
}

/** The error of a call that got no answer. */
export function noAnswer(cause: unknown): ApiError {
  return new ApiError({ status: 0, code: 'NETWORK', message: networkMessage, cause })
}

/** The error of a call that never left this machine. */
export function notSent(method: string | undefined, cause: unknown): ApiError {
  const message = method === undefined || method === 'GET' ? offlineMessage : notSentMessage
  return new ApiError({ status: 0, code: 'OFFLINE', message, cause })
}

/**
 * Reads a refusal. Its words and its request id count even when the rest is not as the contract has it: a page that is
 * open may be older than the server, and a proxy has refusals of its own.
 * @param headers name the request for a body that does not, and how long to wait
 */
export function errorOfAnswer(status: number, body: unknown, headers = new Headers()): ApiError {
  const said = recordOf(body)
  const code = errorCodes.find(each => each === said.code) ?? codeOf(status)
  // Without words of the server, the screen that asked has the fitting sentence.
  const silent = code === 'UNAVAILABLE' ? refusals.unavailable : ''
  return new ApiError({
    status,
    code,
    message: textOf(said.message) ?? silent,
    errors: textsOf(said.errors),
    requestId: textOf(said.requestId) ?? headers.get('x-request-id') ?? undefined,
    outcome: outcomes.find(each => each === headers.get('idempotent-outcome')),
    retryAfterMs: Number(headers.get('retry-after') ?? 0) * 1_000 || 0,
  })
}

const outcomes = ['booked', 'refused'] as const

function codeOf(status: number): ApiErrorCode {
  return errorCodes.find(each => statusOfCode[each] === status) ?? (status >= 500 ? 'UNAVAILABLE' : 'CONTRACT')
}

const recordOf = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

const textsOf = (value: unknown) =>
  Object.fromEntries(Object.entries(recordOf(value)).filter(([, text]) => typeof text === 'string')) as Record<
    string,
    string
  >
