import { type ErrorBody, type ErrorStatus, errorTexts, statusByCode } from '@cascade/contracts'
import { HTTPException } from 'hono/http-exception'
import { isCommitUnknown, isTransient } from '../mongo/driver-errors'
import { AppError, busy, notFound, outcomeUnknown } from '../runtime/errors'
import type { Logger } from '../telemetry/logger'

type ErrorContext = {
  get: (name: 'requestId') => string
  header: (name: string, value: string) => void
  json: (body: ErrorBody, status: ErrorStatus) => Response
}
type App<C> = {
  onError: (answer: (error: Error, c: C) => Response) => unknown
  notFound: (answer: (c: C) => Response) => unknown
}

type ErrorHandlerOptions<C> = {
  logger: Logger
  endpointOf: (c: C) => string | undefined
  onRejected?: (c: C, rejection: AppError) => void
}

/** Adds the error handlers. Unexpected errors are logged, and the caller sees only a request id. */
export function handleErrors<C extends ErrorContext>(
  app: App<C>,
  { logger, endpointOf, onRejected }: ErrorHandlerOptions<C>,
) {
  app.notFound(c => sendError(c, notFound()))
  app.onError((error, c) => {
    const rejection = toAppError(error)
    if (rejection !== error && rejection.code !== 'VALIDATION') {
      const context = { err: error, requestId: c.get('requestId'), endpoint: endpointOf(c) }
      if (rejection.code === 'INTERNAL') logger.error(context, 'unexpected error')
      else logger.warn(context, 'database away')
    }
    onRejected?.(c, rejection)
    return sendError(c, rejection)
  })
}

/** Maps anything thrown to an error for the caller, without the driver's message. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof HTTPException && error.status < 500) return new AppError('VALIDATION', errorTexts.validation)
  if (isCommitUnknown(error)) return outcomeUnknown({ reason: 'DATABASE_AWAY', cause: error })
  if (isTransient(error)) return busy(1, 'DATABASE_AWAY', error)
  return new AppError('INTERNAL', errorTexts.internal, { cause: error })
}

function sendError(c: ErrorContext, error: AppError): Response {
  const { code, message, reason, errors, transferId, creditLeft, allow, retryAfterSeconds } = error
  if (retryAfterSeconds) c.header('retry-after', String(retryAfterSeconds))
  if (allow) c.header('allow', allow.join(', '))
  c.header('cache-control', 'no-store')
  const body: ErrorBody = {
    success: false,
    message,
    code,
    ...(reason ? { reason } : {}),
    ...(errors ? { errors } : {}),
    ...(transferId ? { transferId } : {}),
    ...(creditLeft === undefined ? {} : { creditLeft }),
    requestId: c.get('requestId'),
  }
  return c.json(body, statusByCode[code])
}
