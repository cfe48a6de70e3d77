import { freshRequestId, handleErrors, tracedCall, traceparent } from '@cascade/service-kit'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { addCspReportRoute } from './browser/csp-reports'
import type { GatewayDeps } from './deps'
import { addStaticRoutes } from './files/static-routes'
import { cors } from './http/cors'
import { addDocsRoutes } from './http/docs'
import { addHealthRoutes, type Readiness } from './http/readiness'
import { addSecurityTxt } from './http/security-txt'
import type { GatewayContext, GatewayHono } from './request/context'

type GatewayAppDeps = Pick<
  GatewayDeps,
  'env' | 'logger' | 'metrics' | 'addressOf' | 'origins' | 'limits' | 'files' | 'api' | 'external'
> & { readiness: () => Promise<Readiness> }

/** Small responses are not worth compressing; static files are precompressed by the build. */
const compressBytesMin = 4096

export function createGatewayApp(deps: GatewayAppDeps): GatewayHono {
  const { env, logger, metrics, addressOf, origins, limits, files, api, external, readiness } = deps
  const app: GatewayHono = new Hono()

  handleErrors(app, {
    logger,
    endpointOf: (c: GatewayContext) => c.get('endpointId'),
    onRejected: (c, rejection) => c.set('rejection', rejection),
  })
  // Before the response exists: changing a finished one copies it.
  app.use(freshRequestId)
  app.use(async (c, next) => {
    c.set('address', addressOf(c.env.incoming))
    await next()
  })
  addHealthRoutes(app, { metrics, metricsToken: env.METRICS_TOKEN, readiness })
  app.use(async (c, next) => {
    limits.address(c.get('address'))
    await next()
  })
  addSecurityTxt(app, env)
  addCspReportRoute(app, { logger, metrics })
  addDocsRoutes(app, { serveFile: files.serveFile, hasReference: env.DOCS === 'on', external })
  app.use(
    '/api/*',
    cors(origins),
    (c, next) => tracedCall(c, next, { startsTrace: true }),
    async (c, next) => {
      const header = traceparent()
      if (header) c.header('traceresponse', header)
      c.header('cache-control', 'no-store')
      const started = performance.now()
      await next()
      const rejection = c.get('rejection')
      if (rejection) metrics.refusals.inc({ code: rejection.code, reason: rejection.reason ?? '' })
      const endpoint = c.get('endpointId')
      if (!endpoint) return
      const seconds = (performance.now() - started) / 1000
      metrics.calls.observe({ endpoint, status: String(c.res.status) }, seconds)
      logger.debug({ requestId: c.get('requestId'), endpoint, status: c.res.status, seconds }, 'call')
    },
  )
  const compressed = compress({ threshold: compressBytesMin, contentTypeFilter: /^application\/json/ })
  app.use('/api/*', compressed)
  app.use('/remotes.json', compressed)
  app.use('/fit.json', compressed)
  app.all('/api/*', api)
  addStaticRoutes(app, files)
  return app
}
