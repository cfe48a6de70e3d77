import { type Context, Hono } from 'hono'
import { routePath } from 'hono/route'
import manifest from '../../package.json' with { type: 'json' }
import type { Identity } from '../auth/tokens'
import type { Logger } from '../telemetry/logger'
import type { Metrics } from '../telemetry/metrics'
import { traced } from '../telemetry/tracing'
import { handleErrors } from './error-response'
import { forwardedRequestId } from './request-id'

/** Version of all packages, set by `npm run release`. */
export const suiteVersion: string = manifest.version

/** `SpanStatusCode.ERROR`; OpenTelemetry is loaded only when tracing is on. */
const statusError = 2

type ServiceVariables = { requestId: string; identity?: Identity; endpointId?: string }
export type ServiceHono = Hono<{ Variables: ServiceVariables }>
export type HttpContext = Context<{ Variables: ServiceVariables }>

type Faults = { missing: string[]; degraded: string[] }
type ServiceAppOptions = {
  logger: Logger
  metrics?: Metrics
  /** Texts for `/readyz`; the process is ready if `missing` is empty. */
  faults?: () => Promise<Faults> | Faults
  /** Texts for `/readyz` that do not affect readiness. */
  notes?: () => string[]
}

/** A Hono app with request ids, error responses, metrics, `/livez` and `/readyz`. */
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
  handleErrors(app, { logger, endpointOf: c => c.get('endpointId') })
  return app
}

/**
 * Wraps a call in a span named after its endpoint, as a child of its `traceparent`.
 * @param options.startsTrace begins a trace if the call has no `traceparent`
 */
export function tracedCall(
  c: Context,
  next: () => Promise<void>,
  options: { startsTrace?: boolean } = {},
): Promise<void> {
  const callers = () => [{ traceparent: c.req.header('traceparent'), requestId: c.get('requestId') as string }]
  return traced(
    c.req.method,
    callers,
    async span => {
      await next()
      span?.updateName((c.get('endpointId') as string | undefined) ?? routePath(c, -1))
      span?.setAttribute('http.response.status_code', c.res.status)
      if (c.res.status >= 500) span?.setStatus({ code: statusError })
    },
    { kind: 'SERVER', ...options },
  )
}
