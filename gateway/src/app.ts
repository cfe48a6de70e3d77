import { randomUUID } from 'node:crypto'
import { refusals } from '@cascade/contracts'
import { AppError, answerError, type Logger, type Metrics, type ServiceContext } from '@cascade/service-kit'
import { Hono } from 'hono'
import type { AddressOf } from './client-address'
import type { GatewayContext, GatewayHono } from './context'
import { cors } from './cors'
import { addDocsRoutes } from './docs'
import { addHealthRoutes, type HealthDeps } from './health-routes'
import type { Origins } from './origins'
import type { RateLimits } from './rate-limits'
import { addStaticRoutes, type StaticDeps } from './static-routes'

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

const requestIdPattern = /^[A-Za-z0-9-]{8,64}$/

/** Everything behind the one public origin, but the socket. Nothing starts here. */
export function createGatewayApp(deps: GatewayAppDeps): GatewayHono {
  const { logger, metrics, addressOf, origins, limits, health, files, api } = deps
  const app: GatewayHono = new Hono()

  app.onError((error, c) => {
    if (!(error instanceof AppError)) {
      logger.error({ err: error, requestId: c.get('requestId'), endpoint: c.get('endpointId') }, 'unexpected error')
    }
    return refuse(c, error instanceof AppError ? error : new AppError('INTERNAL', refusals.internal))
  })
  app.notFound(c => refuse(c, new AppError('NOT_FOUND', refusals.notFound)))

  app.use(async (c, next) => {
    const given = c.req.header('x-request-id')
    const requestId = given && requestIdPattern.test(given) ? given : randomUUID()
    c.set('requestId', requestId)
    c.set('address', addressOf(c.env.incoming))
    // Set before the answer is made: changing a finished one costs a copy of it.
    c.header('x-request-id', requestId)
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

/** The refusals of the gateway look like those of the services: same mapper, same body. */
const refuse = (c: GatewayContext, error: AppError) => answerError(c as unknown as ServiceContext, error)
