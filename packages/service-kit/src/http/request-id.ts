import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { requestId } from 'hono/request-id'

export const requestIdHeader = 'x-request-id'
/** Random UUIDs: Node pre-generates them, and time-ordered ids cost fifty times as much. */
const generator = () => randomUUID()
const fresh = requestId({ headerName: '', generator })

/** Request id of the calling process, or a new one; part of the response, logs and events. */
export const forwardedRequestId: MiddlewareHandler = requestId({
  headerName: requestIdHeader,
  limitLength: 64,
  generator,
})

/** A new id for each public request: a client's own id would end up in logs and events. */
export const freshRequestId: MiddlewareHandler = (c, next) =>
  fresh(c, () => {
    c.header(requestIdHeader, c.get('requestId'))
    return next()
  })
