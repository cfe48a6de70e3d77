import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { domainNames } from '@cascade/contracts'
import { AppError, busy, outcomeUnknown, type ServiceUrls } from '@cascade/service-kit'

/** Address and token audience of each service, by the domain of its endpoints. */
export type Upstreams = ReadonlyMap<string, { url: string; audience: string }>

export function createUpstreams(urls: ServiceUrls, external: readonly { domain: string; url: string }[]): Upstreams {
  const own = domainNames.map(name => [name, { url: urls[name], audience: `svc-${name}` }] as const)
  return new Map([...own, ...external.map(({ domain, url }) => [domain, { url, audience: domain }] as const)])
}

/** Shorter than the 5 s after which Node servers close idle connections. */
const agentOptions = { keepAlive: true, timeout: 4_000, maxSockets: 512, scheduling: 'lifo' as const }
const httpAgent = new HttpAgent(agentOptions)
const httpsAgent = new HttpsAgent(agentOptions)

export type UpstreamRequest = {
  url: URL
  method: string
  headers: OutgoingHttpHeaders
  body?: Buffer | Readable | undefined
  timeoutMs: number
  signal?: AbortSignal | undefined
  changes?: boolean
  /** Idempotent: reads, and changes with a key. */
  repeatable?: boolean
}

/**
 * Sends a request; the response body still has to be read.
 * @throws AppError UNAVAILABLE when guaranteed not executed, OUTCOME_UNKNOWN when a change got no response, or an error
 *   of the body
 */
export async function requestUpstream(options: UpstreamRequest): Promise<IncomingMessage> {
  try {
    return await send(options)
  } catch (error) {
    // A keep-alive connection closed while we wrote to it says nothing about the server.
    const isStale =
      error instanceof UnansweredError && error.isStale && !(options.body && !Buffer.isBuffer(options.body))
    if (!isStale || !(options.repeatable ?? !options.changes)) throw toAppError(options, error)
  }
  return repeat(options)
}

/** Answers that precede execution: they say nothing about an earlier attempt. */
const unexecutedStatuses: readonly unknown[] = [401, 403, 429, 503]

/** The first attempt may have been executed: whatever becomes of this one, a change without an outcome is unknown. */
async function repeat(options: UpstreamRequest): Promise<IncomingMessage> {
  const fail = (cause: unknown) => {
    throw toAppError(options, new UnansweredError(false, cause))
  }
  const response = await send(options).catch(fail)
  if (!options.changes || !unexecutedStatuses.includes(response.statusCode)) return response
  response.destroy()
  return fail(new Error(`the repetition was answered ${response.statusCode}`))
}

/** The request may have reached the upstream. */
class UnansweredError extends Error {
  readonly isStale: boolean
  constructor(isStale: boolean, cause: unknown) {
    super('no response', { cause })
    this.isStale = isStale
  }
}

function toAppError({ changes }: UpstreamRequest, error: unknown): AppError {
  if (error instanceof AppError) return error
  return error instanceof UnansweredError && changes
    ? outcomeUnknown({ reason: 'SERVICE_AWAY', cause: error })
    : busy(1, 'SERVICE_AWAY', error)
}

function send({ url, method, headers, body, timeoutMs, signal }: UpstreamRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const secure = url.protocol === 'https:'
    const request = (secure ? httpsRequest : httpRequest)(url, {
      method,
      headers,
      signal,
      agent: secure ? httpsAgent : httpAgent,
    })
    const isUpload = body !== undefined && !Buffer.isBuffer(body)
    let isConnected = false
    let isAnswered = false
    const fail = (error: NodeJS.ErrnoException) => {
      clearTimeout(timer)
      if (error instanceof AppError) return reject(error)
      const wasSent = isConnected || request.reusedSocket
      const isStale = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
      reject(wasSent ? new UnansweredError(isStale, error) : error)
    }
    // For uploads it limits silence, not the duration.
    const timer = setTimeout(() => request.destroy(new Error('response timed out')), timeoutMs)
    request.on('socket', socket => {
      if (socket.connecting) socket.once('connect', () => (isConnected = true))
      else isConnected = true
    })
    /** An upstream that rejects mid-upload does not drain the body. */
    async function* untilAnswered(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        if (isAnswered) return
        timer.refresh()
        yield chunk
      }
    }
    request.on('response', response => {
      const { statusCode = 0 } = response
      if (statusCode > 599) {
        response.destroy()
        return fail(new Error(`unknown status ${statusCode}`))
      }
      isAnswered = true
      clearTimeout(timer)
      // After rejecting an upload the upstream closes the connection; do not reuse it.
      if (isUpload) request.shouldKeepAlive = false
      response.setTimeout(timeoutMs, () => response.destroy(busy(1, 'SERVICE_AWAY')))
      resolve(response)
    })
    request.on('error', fail)
    if (body === undefined || Buffer.isBuffer(body)) request.end(body)
    else
      pipeline(
        body,
        chunks => untilAnswered(chunks),
        request,
        error => error && fail(error),
      )
  })
}

/** @throws Error when the response is truncated */
export function readAll(response: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer<ArrayBuffer>[] = []
    response.on('data', (chunk: Buffer<ArrayBuffer>) => chunks.push(chunk))
    response.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    response.on('error', reject)
    response.on('close', () => {
      if (!response.complete) reject(new Error('response truncated'))
    })
  })
}

export function closeUpstreams(): void {
  httpAgent.destroy()
  httpsAgent.destroy()
}
