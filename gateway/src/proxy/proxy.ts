import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { type AnyEndpoint, isExternal, multipartBytesMax } from '@cascade/contracts'
import { changesHeader, recordedHeader } from '@cascade/contracts/gateway'
import {
  AppError,
  bookingIdOf,
  busy,
  type HttpResponse,
  type Logger,
  outcomeUnknown,
  parseRejection,
  type TokenSigner,
  traceFields,
} from '@cascade/service-kit'
import { parseChanges } from '../activity/activity'
import { createInFlightLimit } from '../limits/in-flight-limit'
import { limitedBody, readJsonBody } from '../request/body'
import type { ApiCall, ApiHandler } from '../request/context'
import type { GatewayMetrics } from '../telemetry/metrics'
import { createThrottledLog } from '../telemetry/throttled-log'
import { requestUpstream, type Upstreams } from './upstream'

/** Request headers forwarded upstream; everything else is dropped. */
const requestHeaders = [
  'accept',
  'accept-language',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
] as const
const responseHeaders = [
  'cache-control',
  'content-type',
  'content-disposition',
  'content-length',
  'etag',
  'idempotent-outcome',
  'idempotent-replayed',
  'last-modified',
  'retry-after',
] as const

const timeoutMs = 10_000
const errorBytesMax = 64 * 1024
/** Limits the connections and buffers that a slow service of another team can hold. */
const externalInFlightMax = 64

export type ProxyDeps = { upstreams: Upstreams; sign: TokenSigner; metrics: GatewayMetrics; logger: Logger }

/** Forwards a call to the service of its domain, with a service token instead of the client's. */
export function createProxy({ upstreams, sign, metrics, logger }: ProxyDeps): ApiHandler {
  const logTokenRejection = createThrottledLog(logger, 'service rejected our token: clocks or keys differ')
  const enterExternal = createInFlightLimit(externalInFlightMax, () => busy())

  async function forward(call: ApiCall): Promise<HttpResponse> {
    const { c, incoming, endpoint, path, actor, changes } = call
    const upstream = upstreams.get(endpoint.domain)
    if (!upstream) throw new Error(`${endpoint.id} has no handler`)
    const token = await sign(upstream.audience, actor)
    const body = c.get('requestBody') ?? (await readBody(incoming, endpoint))
    if (Buffer.isBuffer(body)) c.set('requestBody', body)
    const leave = isExternal(endpoint.domain) ? enterExternal(endpoint.domain) : () => undefined
    const response = await requestUpstream({
      url: `${upstream.url}/api${path}${queryOf(incoming.url)}`,
      method: endpoint.method,
      headers: buildHeaders(call, body, token),
      body,
      timeoutMs,
      // Changes continue after the client disconnects; reads are aborted.
      signal: changes ? undefined : closedSignal(c.env.outgoing),
      repeatable: !changes || keyOf(call) !== undefined,
      changes,
    }).catch((error: unknown) => {
      leave()
      throw error
    })
    if (Buffer.isBuffer(response.body)) leave()
    else response.body.once('close', leave)
    return response
  }

  /** Passes the upstream error through, except a rejection of our own service token. */
  function recordRejection({ c, endpoint }: ApiCall, { status, headers, body }: HttpResponse): void {
    // The gateway has identified the user: 401 of another team's service is about our token.
    const isRefused = status === 401 && isExternal(endpoint.domain)
    const isReadable = Buffer.isBuffer(body) && body.length <= errorBytesMax
    const parsed = isReadable ? parseRejection(parseJson(body), headers['retry-after']) : undefined
    const rejection = isRefused ? busy(5, 'SERVICE_TOKEN_REFUSED') : parsed
    if (rejection?.reason === 'SERVICE_TOKEN_REFUSED') {
      logTokenRejection({ endpoint: endpoint.id })
      metrics.upstreamFailures.inc({ domain: endpoint.domain, why: 'token' })
      throw rejection
    }
    if (rejection?.reason === 'APPROVAL_NEEDED') throw rejection
    if (rejection) c.set('rejection', rejection)
  }

  return async call => {
    const { c, endpoint, incoming } = call
    const { domain } = endpoint
    if (endpoint.movesPoints && incoming.headers['idempotency-key'] === undefined)
      c.header('idempotency-key-missing', 'true')
    const response = await forward(call).catch((error: unknown) => {
      const isUnanswered = error instanceof AppError && error.reason === 'SERVICE_AWAY'
      if (!isUnanswered) throw error
      metrics.upstreamFailures.inc({ domain, why: error.code === 'UNAVAILABLE' ? 'away' : 'no answer' })
      throw error.code === 'OUTCOME_UNKNOWN' ? withTransferId(call, error) : error
    })
    const { status, headers, body } = response
    if (Buffer.isBuffer(body)) c.set('responseBody', body)
    c.set('changes', parseChanges(headers[changesHeader]))
    c.set('isRecorded', status < 400 && headers[recordedHeader] !== undefined)
    if (status >= 400) recordRejection(call, response)
    for (const name of responseHeaders) {
      const value = headers[name]
      if (value !== undefined) c.header(name, String(value))
    }
    // A page of another team must not run in our origin.
    if (isExternal(domain)) c.header('content-security-policy', "default-src 'none'; sandbox")
    const content = Buffer.isBuffer(body) ? body : (Readable.toWeb(body) as ReadableStream<Uint8Array>)
    return c.body(content, status as 200)
  }
}

function withTransferId(call: ApiCall, { reason, cause }: AppError): AppError {
  const key = keyOf(call)
  const { actor, endpoint } = call
  const { movesPoints } = endpoint
  const transferId = movesPoints && actor && key ? bookingIdOf(actor.accountId, key) : undefined
  return outcomeUnknown({ reason, cause, transferId })
}

async function readBody(incoming: IncomingMessage, endpoint: AnyEndpoint): Promise<Buffer | Readable | undefined> {
  if (endpoint.method === 'GET') return undefined
  const { multipart, jsonBytesMax } = endpoint
  return multipart ? limitedBody(incoming, multipartBytesMax(multipart)) : readJsonBody(incoming, jsonBytesMax)
}

/** A booking without a key gets one of ours, so that its transfer has an id if no response arrives. */
export function keyOf({ incoming, endpoint, requestId }: ApiCall): string | undefined {
  const clientKey = incoming.headers['idempotency-key']
  return clientKey === undefined && endpoint.movesPoints ? requestId : clientKey?.toString()
}

function buildHeaders(call: ApiCall, body: Buffer | Readable | undefined, token: string): Record<string, string> {
  const clientHeaders = call.incoming.headers
  const headers: Record<string, string> = {
    ...traceFields(),
    authorization: `Bearer ${token}`,
    'x-request-id': call.requestId,
  }
  for (const name of requestHeaders) {
    const value = clientHeaders[name]
    if (value !== undefined) headers[name] = String(value)
  }
  const key = keyOf(call)
  if (key !== undefined) headers['idempotency-key'] = key
  const length = clientHeaders['content-length']
  if (body instanceof Readable && length !== undefined) headers['content-length'] = length
  return headers
}

/** A fragment does not belong to it. */
const queryOf = (url = '') => url.match(/\?[^#]*/)?.[0] ?? ''

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    return undefined
  }
}

function closedSignal(outgoing: ApiCall['c']['env']['outgoing']): AbortSignal {
  const controller = new AbortController()
  outgoing.once('close', () => controller.abort())
  return controller.signal
}
