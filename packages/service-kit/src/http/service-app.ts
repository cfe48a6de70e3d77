import { type Context, Hono } from 'hono'
import type { Identity } from '../identity/tokens'
import type { Logger } from '../process/logger'
import type { Metrics } from '../process/metrics'
import { answerErrors } from './answer-error'
import { forwardedRequestId } from './request-ids'

export type ServiceVariables = { requestId: string; identity?: Identity; endpointId?: string }
export type ServiceHono = Hono<{ Variables: ServiceVariables }>
export type ServiceContext = Context<{ Variables: ServiceVariables }>

export type ServiceAppOptions = {
  logger: Logger
  metrics?: Metrics
  /** What is missing, in words; empty means ready. */
  notReady?: () => Promise<string[]> | string[]
}

/** A Hono app with what every process has: request ids, one error body, metrics, `/livez` and `/readyz`. */
export function createServiceApp(options: ServiceAppOptions): ServiceHono {
  const { logger, metrics, notReady } = options
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
    const now = new Date().toISOString()
    return c.json({ success: missing.length === 0, missing, now }, missing.length === 0 ? 200 : 503)
  })
  answerErrors(app, { logger, endpointOf: c => c.get('endpointId') })
  return app
}
