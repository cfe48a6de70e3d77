import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ErrorBody, errorTexts } from '@cascade/contracts'
import type { Origins } from '../request/origins'
import { type RouteTable, rawPathOf } from '../request/route-table'
import type { Admissions } from './admission'

/**
 * Rejects booking calls of an overloaded service before the app runs: there, a rejection costs nearly as much as a
 * booking.
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
    // Cross-origin pages need the CORS headers that only the app sets.
    if (!match?.endpoint.movesPoints || !admissions.isFull(match.endpoint) || origins.allowedOrigin(request))
      return false
    const requestId = randomUUID()
    const body = JSON.stringify({
      success: false,
      code: 'TOO_MANY_REQUESTS',
      reason: 'OVERLOADED',
      message: errorTexts.tooMany,
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
