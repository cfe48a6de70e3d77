import { answerErrors, freshRequestId, type Logger, type Metrics } from '@cascade/service-kit'
import { Hono } from 'hono'
import { addStaticRoutes, type StaticDeps } from '../files/static-routes'
import type { AddressOf } from '../request/client-address'
import type { GatewayContext, GatewayHono } from '../request/context'
import type { Origins } from '../request/origins'
import type { RateLimits } from '../request/rate-limits'
import { cors } from './cors'
import { addDocsRoutes } from './docs'
import { addHealthRoutes, type HealthDeps } from './health-routes'

export type GatewayAppDeps = {
  logger: Logger
  metrics: Metrics
  addressOf: AddressOf
  origins: Origins
  limits: RateLimits
  health: HealthDeps
  files: StaticDeps
  api: (c: GatewayContext) => Promise<Response>
}

/** Everything behind the one public origin, but the socket. Nothing starts here. */
export function createGatewayApp(deps: GatewayAppDeps): GatewayHono {
  const { logger, metrics, addressOf, origins, limits, health, files, api } = deps
  const app: GatewayHono = new Hono()

  answerErrors(app, logger, (c: GatewayContext) => c.get('endpointId'))
  // Set before the answer is made: changing a finished one costs a copy of it.
  app.use(freshRequestId)
  app.use(async (c, next) => {
    c.set('address', addressOf(c.env.incoming))
    await next()
  })
  addHealthRoutes(app, health)
  app.use(async (c, next) => {
    await limits.address(c.get('address'))
    await next()
  })
  addDocsRoutes(app)
  app.use('/api/*', cors(origins), async (c, next) => {
    c.header('cache-control', 'no-store')
    const started = performance.now()
    await next()
    const endpoint = c.get('endpointId')
    if (!endpoint) return
    const seconds = (performance.now() - started) / 1000
    metrics.calls.observe({ endpoint, status: String(c.res.status) }, seconds)
    logger.debug({ requestId: c.get('requestId'), endpoint, status: c.res.status, seconds }, 'call')
  })
  app.all('/api/*', api)
  addStaticRoutes(app, files)
  return app
}
