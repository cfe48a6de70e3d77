import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { AppError, busy } from '@cascade/service-kit'

/** Shorter than the 5 s after which a Node server closes an idle connection, so that we rarely meet a closed one. */
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
}

/**
 * Asks another server; the answer's body still has to be read.
 * @throws AppError UNAVAILABLE when it does not answer in time, or the body's own refusal
 */
export async function askUpstream(ask: UpstreamRequest): Promise<IncomingMessage> {
  try {
    return await send(ask)
  } catch (error) {
    if (error instanceof AppError) throw error
    // A kept connection that was closed as we wrote to it says nothing about the server: reads are tried once more.
    if (error instanceof StaleConnection && (ask.method === 'GET' || ask.method === 'HEAD')) return send(ask)
    throw busy()
  }
}

class StaleConnection extends Error {}

function send({ url, method, headers, body, timeoutMs, signal }: UpstreamRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const secure = url.protocol === 'https:'
    const request = (secure ? httpsRequest : httpRequest)(url, {
      method,
      headers,
      agent: secure ? httpsAgent : httpAgent,
      signal,
    })
    // With a body that streams it is silence that ends the waiting, not the length of an upload.
    const timer = setTimeout(() => request.destroy(busy()), timeoutMs)
    request.on('response', response => {
      clearTimeout(timer)
      response.setTimeout(timeoutMs, () => response.destroy(busy()))
      resolve(response)
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer)
      reject(request.reusedSocket && error.code === 'ECONNRESET' ? new StaleConnection() : error)
    })
    if (body === undefined || Buffer.isBuffer(body)) request.end(body)
    else {
      const refreshing = async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          timer.refresh()
          yield chunk
        }
      }
      pipeline(body, refreshing, request, error => error && reject(error instanceof AppError ? error : busy()))
    }
  })
}

/** The whole body of an answer. @throws AppError UNAVAILABLE when it breaks off */
export function readAll(response: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer<ArrayBuffer>[] = []
    response.on('data', (chunk: Buffer<ArrayBuffer>) => chunks.push(chunk))
    response.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    response.on('error', () => reject(busy()))
    response.on('close', () => {
      if (!response.complete) reject(busy())
    })
  })
}

export function closeUpstreams(): void {
  httpAgent.destroy()
  httpsAgent.destroy()
}
