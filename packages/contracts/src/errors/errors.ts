import { z } from 'zod'
import { reasons } from './reasons'

/** All error codes of the product. `service-kit` maps a code to its HTTP status. */
export const errorCodes = [
  'VALIDATION',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'CONFLICT',
  'TOO_LARGE',
  'UNPROCESSABLE',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'UNAVAILABLE',
  'OUTCOME_UNKNOWN',
] as const
export type ErrorCode = (typeof errorCodes)[number]

export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 422 | 429 | 500 | 503

/** HTTP status of each code, used by services and the browser client. */
export const statusByCode: Readonly<Record<ErrorCode, ErrorStatus>> = {
  VALIDATION: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  TOO_LARGE: 413,
  UNPROCESSABLE: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  OUTCOME_UNKNOWN: 503,
}

/** Body of every error response. `errors` is keyed by field path, e.g. `email` or `bets.0.quantity`. */
export const ErrorBody = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.enum(errorCodes),
  /** Finer than `code`, for programs. */
  reason: z.enum(reasons).optional(),
  errors: z.record(z.string(), z.string()).optional(),
  /** With `OUTCOME_UNKNOWN`: id for `GET /credit/outcome/{transferId}`. */
  transferId: z.string().optional(),
  /** With `CREDIT_LINE`: points that are left of the admin's credit line. */
  creditLeft: z.number().optional(),
  requestId: z.string(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** Fixed messages of errors that must not reveal which case occurred. */
export const errorTexts = {
  unauthenticated: 'Please log in again.',
  forbidden: 'You are not allowed to do this.',
  viewOnly: 'You view as another login: nothing can be changed. End the view first.',
  origin: 'This page was opened at an address that is not allowed. Use the configured address, or ask the operator.',
  notFound: 'Not found.',
  methodNotAllowed: 'This address does not support that method.',
  tooMany: 'Too many requests. Please wait a moment.',
  tooLarge: 'The request is too large.',
  unavailable: 'The service is busy. Please try again.',
  maintenance: 'Changes are not possible during the maintenance. Please try again later.',
  outcomeUnknown: 'It is unknown whether this was done. Please check before you try again.',
  internal: 'Something went wrong',
  validation: 'Please check the marked fields.',
} as const
