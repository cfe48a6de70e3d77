import type { Server } from 'node:http'
import { answerErrors, freshRequestId, tracedCall, traceparent } from '@cascade/service-kit'
import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import type { GatewayDeps } from '../deps'
import { addStaticRoutes } from '../files/static-routes'
import type { GatewayContext, GatewayHono } from '../request/context'
import type { Origins } from '../request/origins'
import { addDocsRoutes } from './docs'
import { addHealthRoutes, type Readiness } from './readiness'

type GatewayAppDeps = Pick<
  GatewayDeps,
  'env' | 'logger' | 'metrics' | 'addressOf' | 'origins' | 'limits' | 'files' | 'api'
> & { readiness: () => Promise<Readiness> }

/** Shorter answers cost more time to pack than they save on the way; files were packed when they were built. */
const packedFromBytes = 4096

/** Everything behind the one public origin, but the socket. Nothing starts here. */
export function createGatewayApp(deps: GatewayAppDeps): GatewayHono {
  const { env, logger, metrics, addressOf, origins, limits, files, api, readiness } = deps
  const app: GatewayHono = new Hono()

  answerErrors(app, {
    logger,
    endpointOf: (c: GatewayContext) => c.get('endpointId'),
    told: (c, refusal) => c.set('refusal', refusal),
  })
  // Set before the answer is made: changing a finished one costs a copy of it.
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
  if (env.DOCS === 'on') addDocsRoutes(app, files.serveFile)
  app.use(
    '/api/*',
    cors(origins),
    (c, next) => tracedCall(c, next, { begins: true }),
    async (c, next) => {
      const header = traceparent()
      if (header) c.header('traceresponse', header)
      c.header('cache-control', 'no-store')
      const started = performance.now()
      await next()
      const refusal = c.get('refusal')
      if (refusal) metrics.refusals.inc({ code: refusal.code, reason: refusal.reason ?? '' })
      const endpoint = c.get('endpointId')
      if (!endpoint) return
      const seconds = (performance.now() - started) / 1000
      metrics.calls.observe({ endpoint, status: String(c.res.status) }, seconds)
      logger.debug({ requestId: c.get('requestId'), endpoint, status: c.res.status, seconds }, 'call')
    },
  )
  const packed = compress({ threshold: packedFromBytes, contentTypeFilter: /^application\/json/ })
  app.use('/api/*', packed)
  app.use('/remotes.json', packed)
  app.all('/api/*', api)
  addStaticRoutes(app, files)
  return app
}

const exposed =
  'ETag, Idempotent-Outcome, Idempotent-Replayed, Idempotency-Key-Missing, Retry-After, X-Request-Id, Content-Disposition'
const methods = 'GET, POST, PUT, PATCH, DELETE'
const headers = 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match'

/** Lets pages of the allow-list call the API with a bearer token. Cookies are never part of it. */
function cors(origins: Origins): MiddlewareHandler {
  return async (context, next) => {
    const c = context as GatewayContext
    c.header('vary', 'origin')
    const origin = origins.listed(c.env.incoming)
    if (origin === undefined) return next()
    c.header('access-control-allow-origin', origin)
    if (c.req.method !== 'OPTIONS' || !c.req.header('access-control-request-method')) {
      c.header('access-control-expose-headers', exposed)
      return next()
    }
    c.header('access-control-allow-methods', methods)
    c.header('access-control-allow-headers', headers)
    c.header('access-control-max-age', '600')
    return c.body(null, 200)
  }
}

/** Scripts come from our origin only; antd writes its styles into the page, and images and papers are made in it. */
const contentPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  'frame-src blob:',
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

function securityHeaders(secure: boolean): Record<string, string> {
  return {
    'content-security-policy': contentPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

/** Browsers read these from a page only: a list takes a dozen files and calls, which they would make heavier. */
const pageHeaders = {
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}
const noPage = /^\/(?:api|mf|static)\//

/** Sets them before anyone answers, so that no answer is without: not an error's, not the socket server's. */
export function addSecurityHeaders(server: Server, secure: boolean): void {
  const headers = Object.entries(securityHeaders(secure))
  const ofPages = [...headers, ...Object.entries(pageHeaders)]
  server.prependListener('request', ({ url = '' }, response) => {
    for (const [name, value] of noPage.test(url) ? headers : ofPages) response.setHeader(name, value)
  })
}
