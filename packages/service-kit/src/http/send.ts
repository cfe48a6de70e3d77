import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { Agent, Client, type Dispatcher } from 'undici'
import { AppError } from '../runtime/errors'

export type HttpRequest = {
  /** Absolute, with a path. */
  url: string
  method: string
  headers: Record<string, string>
  body?: Buffer | string | Readable | undefined
  /** For the whole exchange; restarts with each part of a streamed body. */
  timeoutMs: number
  signal?: AbortSignal | undefined
}
/** Responses above `bufferedBytesMax`, and those of unknown length, are streamed. */
type Streaming = HttpRequest & { bufferedBytesMax: number }
export type HttpResponse<Body = Buffer<ArrayBuffer> | Readable> = {
  status: number
  headers: IncomingHttpHeaders
  body: Body
}

/** A request without a complete response. */
export class NoResponse extends Error {
  /** The other side may have executed the request. */
  readonly wasSent: boolean
  /** The connection was closed before any response. */
  readonly isReset: boolean
  constructor(cause: unknown, wasSent: boolean, isReset = false) {
    super('no response', { cause })
    this.wasSent = wasSent
    this.isReset = isReset
  }
}

const resetCodes: readonly unknown[] = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']
/** Shorter than the 5 s after which Node servers close idle connections. */
const keepAliveMs = 4_000
/** The timeouts of undici would not include the wait for a connection. */
const connectionOptions = {
  keepAliveTimeout: keepAliveMs,
  keepAliveMaxTimeout: keepAliveMs,
  headersTimeout: 0,
  bodyTimeout: 0,
}

/**
 * Creates a function that sends HTTP requests, each at most once, on connections that it keeps alive.
 * @param connectionsMax per origin; further requests wait. Default: unlimited
 * @throws NoResponse, or the AppError of a streamed request body, from the returned function
 */
export function createSender(connectionsMax?: number) {
  const agent = new Agent({ ...connectionOptions, ...(connectionsMax && { connections: connectionsMax }) })
  function send(request: Streaming): Promise<HttpResponse>
  function send(request: HttpRequest): Promise<HttpResponse<Buffer<ArrayBuffer>>>
  function send(request: HttpRequest | Streaming): Promise<HttpResponse> {
    return new Promise((resolve, reject) => exchange(agent, request, resolve, reject))
  }
  return send
}

function exchange(
  agent: Agent,
  request: HttpRequest & { bufferedBytesMax?: number },
  resolve: (response: HttpResponse) => void,
  reject: (error: Error) => void,
): void {
  const { url, method, headers, body, timeoutMs, signal, bufferedBytesMax } = request
  const pathAt = url.indexOf('/', 'https://'.length)
  const origin = url.slice(0, pathAt)
  const upload = body instanceof Readable ? body : undefined
  // A server that rejects an upload closes the connection later.
  const dispatcher = upload ? new Client(origin, connectionOptions) : agent
  const chunks: Buffer<ArrayBuffer>[] = []
  let controller: Dispatcher.DispatchController | undefined
  let response: Omit<HttpResponse, 'body'> | undefined
  let stream: Readable | undefined
  let isOver = false

  const end = () => {
    isOver = true
    clearTimeout(timer)
    upload?.destroy()
    if (upload) void dispatcher.destroy()
  }
  const fail = (error: unknown) => {
    end()
    const isReset = !response && resetCodes.includes((error as NodeJS.ErrnoException).code)
    const failure = error instanceof AppError ? error : new NoResponse(error, controller !== undefined, isReset)
    reject(failure)
    // Its reader begins to listen in this turn.
    setImmediate(() => stream?.destroy(failure))
  }
  const finish = () => {
    end()
    const [first = Buffer.alloc(0), ...others] = chunks
    if (stream) stream.push(null)
    else if (response) resolve({ ...response, body: others.length > 0 ? Buffer.concat(chunks) : first })
  }
  const abort = (reason: unknown) => (controller ? controller.abort(reason as Error) : fail(reason))
  const timer = setTimeout(() => abort(new Error('response timed out')), timeoutMs)

  async function* refreshing(parts: Readable) {
    for await (const part of parts) {
      timer.refresh()
      yield part
    }
  }

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      // Neither late nor twice.
      if (isOver || controller) return started.abort(new Error('request is over'))
      controller = started
    },
    onResponseStart(_, status, headers) {
      if (status < 200) return
      if (status > 599) return abort(new Error(`unknown status ${status}`))
      response = { status, headers }
      const isBuffered = bufferedBytesMax === undefined || Number(headers['content-length']) <= bufferedBytesMax
      // undici misses the body that such a length describes.
      if (isBuffered && status === 304) return finish()
      if (isBuffered) return
      timer.refresh()
      stream = new Readable({
        read: () => controller?.resume(),
        destroy(error, done) {
          abort(error ?? new Error('response not wanted'))
          done(error)
        },
      })
      resolve({ ...response, body: stream })
    },
    onResponseData(_, chunk: Buffer<ArrayBuffer>) {
      if (!stream) return void chunks.push(chunk)
      timer.refresh()
      if (!stream.push(chunk)) controller?.pause()
    },
    onResponseEnd: finish,
    onResponseError: (_, error) => fail(error),
  }

  signal?.addEventListener('abort', () => abort(signal.reason))
  upload?.on('error', abort)
  if (signal?.aborted) fail(signal.reason)
  else
    dispatcher.dispatch(
      {
        origin,
        path: url.slice(pathAt),
        method: method as Dispatcher.HttpMethod,
        headers,
        body: body instanceof Readable ? Readable.from(refreshing(body)) : (body ?? null),
      },
      handler,
    )
}
