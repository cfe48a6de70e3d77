import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AppError } from '@cascade/service-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestUpstream } from '../proxy/upstream'
import { sendRaw } from '../testing/raw-request'
import { limitedBody } from './body'

const servers: Server[] = []
const received = { bytes: 0, complete: 0 }
let port: number

async function serveOn(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  const service = await serveOn((request, response) => {
    request.on('data', (chunk: Buffer) => {
      received.bytes += chunk.length
    })
    request.on('end', () => {
      received.complete += 1
      response.end(String(received.bytes))
    })
  })
  const url = `http://127.0.0.1:${service}/`
  port = await serveOn(async (request, response) => {
    try {
      const body = limitedBody(request, 10 * 1024 * 1024)
      response.end((await requestUpstream({ url, method: 'POST', headers: {}, body, timeoutMs: 5_000 })).body)
    } catch (error) {
      response.statusCode = error instanceof AppError ? 413 : 500
      response.end(error instanceof AppError ? error.code : String(error))
    }
  })
})
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections()
})

describe('a multipart body', () => {
  it('is streamed completely', async () => {
    const body = Buffer.alloc(5 * 1024 * 1024, 1)
    const answer = await sendRaw(port, { method: 'POST', path: '/', body, chunked: true })
    expect([answer.status, answer.text]).toEqual([200, String(body.length)])
  })

  it('fails at 10 MB, with and without a length, and never arrives as complete', async () => {
    const body = Buffer.alloc(11 * 1024 * 1024, 1)
    for (const chunked of [false, true]) {
      const answer = await sendRaw(port, { method: 'POST', path: '/', body, chunked })
      expect([chunked, answer.status, answer.text]).toEqual([chunked, 413, 'TOO_LARGE'])
    }
    expect(received.complete).toBe(1)
  })
})
