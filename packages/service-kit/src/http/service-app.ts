import { type ErrorBody, refusals, statusOfCode } from '@cascade/contracts'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import type { Identity } from '../identity/tokens'
import type { Logger } from '../process/logger'
import type { Metrics } from '../process/metrics'
import { AppError } from './errors'
import { forwardedRequestId } from './request-ids'

export type ServiceVariables = { requestId: string; identity?: Identity; endpointId?: string }
export type ServiceHono = Hono<{ Variables: ServiceVariables }>
export type ServiceContext = Context<{ Variables: ServiceVariables }>

export type ServiceAppOptions = {
  logger: Logger
  metrics?: Metrics
  /** Names of what is not ready; empty means ready. */
  notReady?: () => Promise<string[]> | string[]
  maxBodyBytes?: number
}

/** A Hono app with what every process has: request ids, one error body, limits, metrics, `/livez` and `/readyz`. */
export function createServiceApp(options: ServiceAppOptions): ServiceHono {
  const { logger, metrics, notReady, maxBodyBytes = 262_144 } = options
  const app: ServiceHono = new Hono<{ Variables: ServiceVariables }>({ strict: true })

  app.use(forwardedRequestId)
  app.use(async (c, next) => {
    const requestId = c.get('requestId')
    const started = performance.now()
    await next()
    const endpoint = c.get('endpointId')
    if (!endpoint) return
    const seconds = (performance.now() - started) / 1000
    metrics?.calls.observe({ endpoint, status: String(c.res.status) }, seconds)
    const actor = c.get('identity')?.actor?.accountId
    logger.debug({ requestId, endpoint, status: c.res.status, ms: Math.round(seconds * 1000), actor }, 'call')
  })
  app.get('/livez', c => c.json({ success: true }))
  app.get('/readyz', async c => {
    const missing = (await notReady?.()) ?? []
    return c.json({ success: missing.length === 0, missing }, missing.length === 0 ? 200 : 503)
  })
  app.use(
    bodyLimit({
      maxSize: maxBodyBytes,
      onError: c => {
        // The rest of the body is not read: nobody may send another request behind it.
        c.header('connection', 'close')
        throw new AppError('TOO_LARGE', refusals.tooLarge)
      },
    }),
  )
  app.notFound(c => answerError(c, new AppError('NOT_FOUND', refusals.notFound)))
  app.onError((error, c) => {
    if (!(error instanceof AppError) && !(error instanceof HTTPException)) {
      logger.error({ err: error, requestId: c.get('requestId'), endpoint: c.get('endpointId') }, 'unexpected error')
    }
    return answerError(c, toAppError(error))
  })
  return app
}

function toAppError(error: Error): AppError {
  if (error instanceof AppError) return error
  if (error instanceof HTTPException && error.status < 500) return new AppError('VALIDATION', refusals.validation)
  return new AppError('INTERNAL', refusals.internal)
}

/** The one place where a code becomes an HTTP status and a body. */
export function answerError(c: ServiceContext, error: AppError): Response {
  const { code, message, errors, retryAfterSeconds } = error
  if (retryAfterSeconds) c.header('retry-after', String(retryAfterSeconds))
  c.header('cache-control', 'no-store')
  const body: ErrorBody = {
    success: false,
    message,
    code,
    ...(errors ? { errors } : {}),
    requestId: c.get('requestId'),
  }
  return c.json(body, statusOfCode[code])
}
