import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { requestId } from 'hono/request-id'

export const requestIdHeader = 'x-request-id'
/** Nobody sorts by it, and Node has random ones in store: a number with the time in it costs fifty times as much. */
const generator = () => randomUUID()
const fresh = requestId({ headerName: '', generator })

/** Takes over the request id of another process of ours, or makes one; it is in the answer, logs and events. */
export const forwardedRequestId: MiddlewareHandler = requestId({
  headerName: requestIdHeader,
  limitLength: 64,
  generator,
})

/** Makes an id for each request of the public: what a browser sends as one would end up in logs and events. */
export const freshRequestId: MiddlewareHandler = (c, next) =>
  fresh(c, () => {
    c.header(requestIdHeader, c.get('requestId'))
    return next()
  })
