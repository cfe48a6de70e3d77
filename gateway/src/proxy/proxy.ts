import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { type AnyEndpoint, isExternal, multipartBytesMax } from '@cascade/contracts'
import { changesHeader, recordedHeader } from '@cascade/contracts/gateway'
import {
  AppError,
  bookingIdOf,
  busy,
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
import { readAll, requestUpstream, type Upstreams } from './upstream'

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
/** Larger responses, and those of unknown length, are streamed. */
const bufferedBytesMax = 1024 * 1024
const errorBytesMax = 64 * 1024
/** Limits the connections and buffers that a slow service of another team can hold. */
const externalInFlightMax = 64

export type ProxyDeps = { upstreams: Upstreams; sign: TokenSigner; metrics: GatewayMetrics; logger: Logger }

/** Forwards a call to the service of its domain, with a service token instead of the client's. */
export function createProxy({ upstreams, sign, metrics, logger }: ProxyDeps): ApiHandler {
  const logTokenRejection = createThrottledLog(logger, 'service rejected our token: clocks or keys differ')
  const enterExternal = createInFlightLimit(externalInFlightMax, () => busy())

  async function forward(call: ApiCall): Promise<{ answer: IncomingMessage; content: Content }> {
    const { c, incoming, endpoint, path, requestId, actor, changes } = call
    const upstream = upstreams.get(endpoint.domain)
    if (!upstream) throw new Error(`${endpoint.id} has no handler`)
    const token = await sign(upstream.audience, actor)
    const body = c.get('requestBody') ?? (await readBody(incoming, endpoint))
    if (Buffer.isBuffer(body)) c.set('requestBody', body)
    const headers = buildHeaders(call, body)
    const leave = isExternal(endpoint.domain) ? enterExternal(endpoint.domain) : undefined
    const answer = await requestUpstream({
      url: new URL(`${upstream.url}/api${path}${queryOf(incoming.url)}`),
      method: endpoint.method,
      headers: { ...headers, ...traceFields(), authorization: `Bearer ${token}`, 'x-request-id': requestId },
      body,
      timeoutMs,
      // Changes continue after the client disconnects; reads are aborted.
      signal: changes ? undefined : closedSignal(c.env.outgoing),
      repeatable: !changes || keyOf(call) !== undefined,
      changes,
    }).catch((error: unknown) => {
      leave?.()
      throw error
    })
    if (leave) answer.once('close', leave)
    const content = await readContent(answer).catch((cause: unknown) => {
      throw changes ? outcomeUnknown({ reason: 'SERVICE_AWAY', cause }) : busy(1, 'SERVICE_AWAY', cause)
    })
    return { answer, content }
  }

  /** Passes the upstream error through, except a rejection of our own service token. */
  function recordRejection({ c, endpoint }: ApiCall, answer: IncomingMessage, content: Content): void {
    // The gateway has identified the user: 401 of another team's service is about our token.
    const isRefused = answer.statusCode === 401 && isExternal(endpoint.domain)
    const isReadable = Buffer.isBuffer(content) && content.length <= errorBytesMax
    const parsed = isReadable ? parseRejection(parseJson(content), answer.headers['retry-after']) : undefined
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
    const { answer, content } = await forward(call).catch((error: unknown) => {
      const isUnanswered = error instanceof AppError && error.reason === 'SERVICE_AWAY'
      if (!isUnanswered) throw error
      metrics.upstreamFailures.inc({ domain, why: error.code === 'UNAVAILABLE' ? 'away' : 'no answer' })
      throw error.code === 'OUTCOME_UNKNOWN' ? withTransferId(call, error) : error
    })
    const status = (answer.statusCode ?? 0) as 200
    if (Buffer.isBuffer(content)) c.set('responseBody', content)
    c.set('changes', parseChanges(answer.headers[changesHeader]))
    c.set('isRecorded', status < 400 && answer.headers[recordedHeader] !== undefined)
    if (status >= 400) recordRejection(call, answer, content)
    for (const name of responseHeaders) {
      const value = answer.headers[name]
      if (value !== undefined) c.header(name, String(value))
    }
    // A page of another team must not run in our origin.
    if (isExternal(domain)) c.header('content-security-policy', "default-src 'none'; sandbox")
    return c.body(content, status)
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

function buildHeaders(call: ApiCall, body: Buffer | Readable | undefined): OutgoingHttpHeaders {
  const clientHeaders = call.incoming.headers
  const headers: OutgoingHttpHeaders = {}
  for (const name of requestHeaders) {
    const value = clientHeaders[name]
    if (value !== undefined) headers[name] = String(value)
  }
  const key = keyOf(call)
  if (key !== undefined) headers['idempotency-key'] = key
  if (Buffer.isBuffer(body)) headers['content-length'] = body.length
  else if (body && clientHeaders['content-length'] !== undefined)
    headers['content-length'] = clientHeaders['content-length']
  return headers
}

function queryOf(url = ''): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start)
}

type Content = Buffer<ArrayBuffer> | ReadableStream<Uint8Array>

async function readContent(answer: IncomingMessage): Promise<Content> {
  const length = Number(answer.headers['content-length'] ?? Number.NaN)
  if (length <= bufferedBytesMax) return readAll(answer)
  return Readable.toWeb(answer) as ReadableStream<Uint8Array>
}

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
