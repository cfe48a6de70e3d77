import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ErrorBody, refusals } from '@cascade/contracts'
import { type RouteTable, rawPathOf } from '../proxy/route-table'
import type { Origins } from '../request/origins'
import type { Admissions } from './admission'

/**
 * Answers booking calls of a service that is overloaded before the app sees them: there a rejection costs nearly what a
 * booking does, so that a flood would leave no time for the calls that can be booked.
 * @returns whether it has answered
 */
export function createOverloadRejecter(deps: {
  routeTable: RouteTable
  admissions: Admissions
  origins: Pick<Origins, 'allowedOrigin'>
  onRejected: () => void
}): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { routeTable, admissions, origins, onRejected } = deps
  return (request, response) => {
    if (!admissions.isAnyFull()) return false
    const path = rawPathOf(request.url)
    if (!path.startsWith('/api/')) return false
    const { match } = routeTable(request.method ?? '', path.slice(4))
    // Pages of another origin read an answer only with the headers that the app gives it.
    if (!match?.endpoint.books || !admissions.isFull(match.endpoint) || origins.allowedOrigin(request)) return false
    const requestId = randomUUID()
    const body = JSON.stringify({
      success: false,
      code: 'TOO_MANY_REQUESTS',
      reason: 'OVERLOADED',
      message: refusals.tooMany,
      requestId,
    } satisfies ErrorBody)
    response.writeHead(429, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'retry-after': '1',
      'x-request-id': requestId,
    })
    response.end(body)
    onRejected()
    return true
  }
}
