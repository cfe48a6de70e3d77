import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSender, type HttpRequest, NoResponse } from './send'

async function startServer(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const requestTo = (url: string, options: Partial<HttpRequest> = {}): HttpRequest => ({
  url,
  method: 'POST',
  headers: {},
  timeoutMs: 300,
  ...options,
})
const patient = { timeoutMs: 60_000 }
const failureOf = (result: Promise<unknown>) => result.catch((error: unknown) => error)
const unsent = expect.objectContaining({ wasSent: false })
const sent = expect.objectContaining({ wasSent: true })

describe('a request', () => {
  it('is never sent after it failed while it waited for a connection', async () => {
    const held: ServerResponse[] = []
    const url = await startServer((_, response) => void held.push(response))
    const send = createSender(1)
    const first = send(requestTo(url, patient))
    await expect.poll(() => held.length).toBe(1)
    const gone = new AbortController()
    const aborted = failureOf(send(requestTo(url, { ...patient, signal: gone.signal })))
    gone.abort()
    const late = failureOf(send(requestTo(url)))
    expect([await aborted, await late]).toEqual([unsent, unsent])
    held[0]?.end('first')
    expect((await first).body.toString()).toBe('first')
    const last = send(requestTo(url, patient))
    await expect.poll(() => held.length).toBe(2)
    held[1]?.end('last')
    expect((await last).body.toString()).toBe('last')
    expect(held.length).toBe(2)
  })

  it('is not sent if it was aborted before, or the server refuses the connection', async () => {
    const url = await startServer(() => expect.unreachable())
    const send = createSender()
    expect(await failureOf(send(requestTo(url, { signal: AbortSignal.abort() })))).toEqual(unsent)
    expect(await failureOf(send(requestTo('http://127.0.0.1:1/')))).toEqual(unsent)
    expect(await failureOf(send(requestTo('/no-address')))).toEqual(unsent)
  })

  it('fails when the response is silent, stops half-way, is cut, or has an unknown status', async () => {
    const send = createSender()
    const failures: RequestListener[] = [
      () => undefined,
      (_, response) => void response.writeHead(200, { 'content-length': 9 }).write('half'),
      (_, response) => response.writeHead(200, { 'content-length': 9 }).write('half', () => response.destroy()),
      (_, response) => void response.writeHead(999).end('{}'),
    ]
    for (const fail of failures) {
      const failure = await failureOf(send(requestTo(await startServer(fail))))
      expect(failure).toBeInstanceOf(NoResponse)
      expect(failure).toMatchObject({ wasSent: true, isReset: false })
    }
    const reset = await startServer((_, response) => void response.socket?.resetAndDestroy())
    expect(await failureOf(send(requestTo(reset)))).toMatchObject({ wasSent: true, isReset: true })
  })

  it('has no body in a response 304, whatever its length says', async () => {
    const url = await startServer((_, response) => void response.writeHead(304, { 'content-length': 9 }).end())
    const response = await createSender()(requestTo(url, { method: 'GET' }))
    expect([response.status, response.body.length]).toEqual([304, 0])
  })
})

describe('a streamed response', () => {
  it('is complete, also to a slow reader, and fails when it is cut or silent', async () => {
    const send = createSender()
    const parts = Array.from({ length: 64 }, (_, at) => String(at % 10).repeat(65_536))
    const whole = await startServer((_, response) => void Readable.from(parts).pipe(response))
    const response = await send({ ...requestTo(whole, patient), bufferedBytesMax: 10 })
    expect(await text(response.body as Readable)).toBe(parts.join(''))

    const ends: ((response: ServerResponse) => void)[] = [response => response.destroy(), () => undefined]
    for (const end of ends) {
      const url = await startServer((_, response) => void response.write('half', () => end(response)))
      const broken = await send({ ...requestTo(url), bufferedBytesMax: 10 })
      expect(await failureOf(text(broken.body as Readable))).toEqual(sent)
    }
  })

  it('ends the connection when its reader does not want it', async () => {
    const closed: Promise<unknown>[] = []
    const url = await startServer((_, response) => {
      closed.push(once(response, 'close'))
      response.write('half')
    })
    const { body } = await createSender()({ ...requestTo(url, patient), bufferedBytesMax: 10 })
    ;(body as Readable).destroy()
    await closed[0]
  })
})

describe('an upload', () => {
  it('may take longer than the time limit, and fails when it is silent', async () => {
    const url = await startServer((request, response) => void request.pipe(response))
    const send = createSender()
    async function* slow() {
      for (let part = 0; part < 5; part += 1) {
        await new Promise(resolve => setTimeout(resolve, 250))
        yield Buffer.from('part')
      }
    }
    const headers = { 'content-length': '20' }
    const echo = await startServer((request, response) => void text(request).then(whole => response.end(whole)))
    const { body } = await send(requestTo(echo, { timeoutMs: 1_000, headers, body: Readable.from(slow()) }))
    expect(body.toString()).toBe('part'.repeat(5))
    const silent = new PassThrough()
    silent.write('part')
    expect(await failureOf(send(requestTo(url, { body: silent })))).toEqual(sent)
    expect(silent.destroyed).toBe(true)
  })

  it('is discarded, also if it fails, when there is no connection', async () => {
    const body = new PassThrough()
    expect(await failureOf(createSender()(requestTo('http://127.0.0.1:1/', { body })))).toEqual(unsent)
    expect(body.destroyed).toBe(true)
    const broken = new PassThrough()
    const failure = failureOf(createSender()(requestTo('http://127.0.0.1:1/', { body: broken })))
    broken.destroy(new Error('client away'))
    expect(await failure).toEqual(unsent)
  })
})
