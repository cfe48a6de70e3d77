import { backgroundHeader } from '@cascade/contracts/accounts'
import type { MiddlewareHandler } from 'hono'
import type { GatewayContext } from '../request/context'
import type { Origins } from '../request/origins'

const exposed =
  'ETag, Idempotent-Outcome, Idempotent-Replayed, Idempotency-Key-Missing, Retry-After, X-Request-Id, Content-Disposition'
const methods = 'GET, POST, PUT, PATCH, DELETE'
const headers = `Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, ${backgroundHeader}`

/** CORS for allow-listed origins, with bearer tokens and never with cookies. */
export function cors(origins: Origins): MiddlewareHandler {
  return async (context, next) => {
    const c = context as GatewayContext
    c.header('vary', 'origin')
    const origin = origins.allowedOrigin(c.env.incoming)
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
