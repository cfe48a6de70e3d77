import { randomUUID } from 'node:crypto'
import { type ErrorBody, type ErrorStatus, refusals, statusOfCode } from '@cascade/contracts'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { requestId } from 'hono/request-id'
import { routePath } from 'hono/route'
import { AppError, busy, notFound, outcomeUnknown } from '../base/errors'
import type { Logger } from '../base/logger'
import type { Metrics } from '../base/metrics'
import { suiteVersion } from '../base/suite-version'
import { traced } from '../base/tracing'
import { isCommitUnknown, isTransient } from '../data/faults'
import type { Identity } from '../identity/tokens'

/** OpenTelemetry's `SpanStatusCode.ERROR`, whose module is loaded only where something is traced. */
const failed = 2

type ServiceVariables = { requestId: string; identity?: Identity; endpointId?: string }
export type ServiceHono = Hono<{ Variables: ServiceVariables }>
export type ServiceContext = Context<{ Variables: ServiceVariables }>

type Faults = { missing: string[]; degraded: string[] }
type ServiceAppOptions = {
  logger: Logger
  metrics?: Metrics
  /** In words: what is missing, where nothing means ready, and what it goes on without. */
  faults?: () => Promise<Faults> | Faults
  /** What is under way, in words, and keeps nobody from being ready. */
  notes?: () => string[]
}

/** A Hono app with what every process has: request ids, one error body, metrics, `/livez` and `/readyz`. */
export function createServiceApp(options: ServiceAppOptions): ServiceHono {
  const { logger, metrics, faults, notes } = options
  const app: ServiceHono = new Hono<{ Variables: ServiceVariables }>({ strict: true })

  app.use(forwardedRequestId)
  app.use((c, next) => tracedCall(c, next))
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
    const { missing, degraded } = (await faults?.()) ?? { missing: [], degraded: [] }
    const now = new Date().toISOString()
    const state = { version: suiteVersion, missing, degraded, notes: notes?.() ?? [], now }
    return c.json({ success: missing.length === 0, ...state }, missing.length === 0 ? 200 : 503)
  })
  answerErrors(app, { logger, endpointOf: c => c.get('endpointId') })
  return app
}

/**
 * Follows a call as a span of its endpoint's name, the child of whatever `traceparent` names.
 * @param options.begins traces a call that no other process has begun to trace
 */
export function tracedCall(c: Context, next: () => Promise<void>, options: { begins?: boolean } = {}): Promise<void> {
  const callers = () => [{ traceparent: c.req.header('traceparent'), requestId: c.get('requestId') as string }]
  return traced(
    c.req.method,
    callers,
    async span => {
      await next()
      span?.updateName((c.get('endpointId') as string | undefined) ?? routePath(c, -1))
      span?.setAttribute('http.response.status_code', c.res.status)
      if (c.res.status >= 500) span?.setStatus({ code: failed })
    },
    { kind: 'SERVER', ...options },
  )
}

/** As much of a Hono context as a refusal needs, so that the gateway's and the services' both fit. */
type Answering = {
  get: (name: 'requestId') => string
  header: (name: string, value: string) => void
  json: (body: ErrorBody, status: ErrorStatus) => Response
}
type App<C> = {
  onError: (answer: (error: Error, c: C) => Response) => unknown
  notFound: (answer: (c: C) => Response) => unknown
}

type ErrorAnswers<C> = {
  logger: Logger
  endpointOf: (c: C) => string | undefined
  /** Called with everything that is refused. */
  told?: (c: C, refusal: AppError) => void
}

/** Gives an app the one body of refusals. What nobody expected is logged, and answers only its request id. */
export function answerErrors<C extends Answering>(app: App<C>, { logger, endpointOf, told }: ErrorAnswers<C>) {
  app.notFound(c => answerError(c, notFound()))
  app.onError((error, c) => {
    const refusal = refusalOf(error)
    if (refusal !== error && refusal.code !== 'VALIDATION') {
      const about = { err: error, requestId: c.get('requestId'), endpoint: endpointOf(c) }
      if (refusal.code === 'INTERNAL') logger.error(about, 'unexpected error')
      else logger.warn(about, 'database away')
    }
    told?.(c, refusal)
    return answerError(c, refusal)
  })
}

/** What a caller is told about anything thrown; a driver's own words never reach them. */
export function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof HTTPException && error.status < 500) return new AppError('VALIDATION', refusals.validation)
  if (isCommitUnknown(error)) return outcomeUnknown({ reason: 'DATABASE_AWAY', cause: error })
  if (isTransient(error)) return busy(1, 'DATABASE_AWAY', error)
  return new AppError('INTERNAL', refusals.internal, { cause: error })
}

/** The one place where a code becomes an HTTP status and a body. */
function answerError(c: Answering, error: AppError): Response {
  const { code, message, reason, errors, transferId, allow, retryAfterSeconds } = error
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
    requestId: c.get('requestId'),
  }
  return c.json(body, statusOfCode[code])
}

export const requestIdHeader = 'x-request-id'
/** Nobody sorts by it, and Node has random ones in store: a number with the time in it costs fifty times as much. */
const generator = () => randomUUID()
const fresh = requestId({ headerName: '', generator })

/** Takes over the request id of another process of ours, or makes one; it is in the answer, logs and events. */
const forwardedRequestId: MiddlewareHandler = requestId({ headerName: requestIdHeader, limitLength: 64, generator })

/** Makes an id for each request of the public: what a browser sends as one would end up in logs and events. */
export const freshRequestId: MiddlewareHandler = (c, next) =>
  fresh(c, () => {
    c.header(requestIdHeader, c.get('requestId'))
    return next()
  })
