import { ErrorBody, type ErrorCode, errorCodes, refusals, statusOfCode } from '@cascade/contracts'

export const networkMessage = 'An unexpected error occurred'

/** `NETWORK`: no answer came. `CONTRACT`: an answer came that is not what the contract promises. */
export type ApiErrorCode = ErrorCode | 'NETWORK' | 'CONTRACT'

type Details = {
  /** HTTP status; 0 when no answer came. */
  status: number
  code: ApiErrorCode
  message: string
  /** By path of the field in the request, e.g. `email` or `bets.0.quantity`. */
  errors?: Record<string, string>
  requestId?: string
  cause?: unknown
}

/** The only error that a call throws, except the `AbortError` of its own signal. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ApiErrorCode
  readonly errors: Readonly<Record<string, string>>
  readonly requestId: string | undefined

  constructor({ status, code, message, errors = {}, requestId, cause }: Details) {
    super(message, { cause })
    this.status = status
    this.code = code
    this.errors = errors
    this.requestId = requestId
  }

  /** Whether the server itself refused, in its own words; otherwise the call failed on the way. */
  get refused(): boolean {
    return this.code !== 'NETWORK' && this.code !== 'CONTRACT' && this.status > 0
  }
}

/** What a caller may show of anything thrown. */
export function messageOf(error: unknown, fallback: string = refusals.internal): string {
  return error instanceof ApiError && error.message ? error.message : fallback
}

/** Reads a refusal; an answer that is none (a proxy's page, say) is told by its status. */
export function errorOfAnswer(status: number, body: unknown, requestId: string | undefined): ApiError {
  const refusal = ErrorBody.safeParse(body)
  if (refusal.success) return new ApiError({ status, ...refusal.data })
  const code = errorCodes.find(each => statusOfCode[each] === status) ?? (status >= 500 ? 'UNAVAILABLE' : 'CONTRACT')
  // Without words of the server, the screen that asked has the fitting sentence.
  const message = code === 'UNAVAILABLE' ? refusals.unavailable : ''
  return new ApiError({ status, code, message, requestId })
}
