import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { type AnyEndpoint, maxMultipartBytes } from '@cascade/contracts'
import { busy, type ServiceUrls, type TokenSigner } from '@cascade/service-kit'
import type { ApiCall } from '../request/context'
import { limitedBody, readJsonBody } from '../request/request-body'
import { askUpstream, readAll } from './upstream'

/** What a caller may tell a service. Everything else, such as who he says he is, stays here. */
const forwarded = ['accept', 'accept-language', 'content-type', 'idempotency-key', 'if-match', 'if-none-match'] as const
/** What a service may tell a caller. */
const returned = [
  'cache-control',
  'content-type',
  'content-disposition',
  'content-length',
  'etag',
  'idempotent-replayed',
  'last-modified',
  'retry-after',
] as const

const timeoutMs = 10_000
/** Longer answers, and those of unknown length, pass through without being held here. */
const heldBytes = 1024 * 1024

/** Hands a call on to the service of its domain, with a token of ours instead of the caller's. */
export function createProxy({ urls, sign }: { urls: ServiceUrls; sign: TokenSigner }) {
  return async (call: ApiCall): Promise<Response> => {
    const { c, incoming, endpoint, path, requestId, actor } = call
    if (endpoint.domain === 'gateway') throw new Error(`${endpoint.id} has no handler`)
    const token = await sign(`svc-${endpoint.domain}`, actor)
    const body = await bodyOf(incoming, endpoint)
    const answer = await askUpstream({
      url: new URL(`/api${path}${queryOf(incoming.url)}`, urls[endpoint.domain]),
      method: endpoint.method,
      headers: { ...headersOf(incoming.headers, body), authorization: `Bearer ${token}`, 'x-request-id': requestId },
      body,
      timeoutMs,
      // A change goes through although its caller has gone; a read is no use then.
      signal: call.changes ? undefined : closedSignal(c.env.outgoing),
    })
    const content = await contentOf(answer)
    for (const name of returned) {
      const value = answer.headers[name]
      if (value !== undefined) c.header(name, String(value))
    }
    return c.body(content, statusOf(answer))
  }
}

async function bodyOf(incoming: IncomingMessage, endpoint: AnyEndpoint): Promise<Buffer | Readable | undefined> {
  if (endpoint.method === 'GET') return undefined
  const { multipart } = endpoint
  return multipart ? limitedBody(incoming, maxMultipartBytes(multipart)) : readJsonBody(incoming)
}

function headersOf(given: IncomingHttpHeaders, body: Buffer | Readable | undefined): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {}
  for (const name of forwarded) {
    const value = given[name]
    if (value !== undefined) headers[name] = String(value)
  }
  if (Buffer.isBuffer(body)) headers['content-length'] = body.length
  else if (body && given['content-length'] !== undefined) headers['content-length'] = given['content-length']
  return headers
}

function queryOf(url = ''): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start)
}

type Content = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>

async function contentOf(answer: IncomingMessage): Promise<Content> {
  const length = Number(answer.headers['content-length'] ?? Number.NaN)
  if (length <= heldBytes) return readAll(answer)
  return Readable.toWeb(answer) as ReadableStream<Uint8Array>
}

function statusOf({ statusCode = 0 }: IncomingMessage) {
  if (statusCode < 200 || statusCode > 599) throw busy()
  return statusCode as 200
}

function closedSignal(outgoing: ApiCall['c']['env']['outgoing']): AbortSignal {
  const controller = new AbortController()
  outgoing.once('close', () => controller.abort())
  return controller.signal
}
