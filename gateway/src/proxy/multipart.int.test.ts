import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endpoint, perDomain, repeatedField, responseOf, UploadedFile } from '@cascade/contracts'
import { createRouter, createServiceApp, createTokenVerifier, freshRequestId, handleErrors } from '@cascade/service-kit'
import { makeTestKeys, silentLogger } from '@cascade/service-kit/testing'
import { type HttpBindings, serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createApi } from '../api'
import { createAdmissions } from '../limits/admission'
import { createRateLimits } from '../limits/rate-limits'
import type { GatewayContext, GatewayHono } from '../request/context'
import { createRouteTable } from '../request/route-table'
import { createGatewayMetrics } from '../telemetry/metrics'
import { sendRaw } from '../testing/raw-request'
import { createProxy } from './proxy'
import { createUpstreams } from './upstream'

const megabyte = 1024 * 1024
const upload = endpoint({
  id: 'games.picture.create',
  domain: 'games',
  route: 'POST /game/pictures',
  permission: 'public',
  summary: 'Pictures',
  multipart: { filesMax: 3, fileBytesMax: 2 * megabyte },
  body: z.strictObject({ title: z.string(), images: repeatedField(UploadedFile, 3) }),
  response: responseOf(z.array(z.object({ name: z.string(), type: z.string(), size: z.number(), first: z.number() }))),
})

const servers: Server[] = []
const received = { calls: 0 }
let port: number

async function serveOn(fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response>) {
  const server = serve({ fetch: fetch as never, port: 0, hostname: '127.0.0.1' }) as Server
  servers.push(server)
  if (!server.listening) await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  const keys = await makeTestKeys(['gateway'])
  const service = createServiceApp({ logger: silentLogger })
  createRouter(service, createTokenVerifier(keys.jwks, 'svc-games')).serve(upload, async ({ body }) => {
    received.calls += 1
    return {
      message: body.title,
      data: body.images.map(({ fileName, mediaType, bytes }) => ({
        name: fileName,
        type: mediaType,
        size: bytes.length,
        first: bytes[0] ?? 0,
      })),
    }
  })
  const url = `http://127.0.0.1:${await serveOn(service.fetch)}`
  const rates = { RATE_SESSION_PER_SECOND: 1e6, RATE_ADDRESS_PER_SECOND: 1e6 }
  const api = createApi({
    routeTable: createRouteTable([upload]),
    admissions: createAdmissions(),
    limits: createRateLimits({
      ...rates,
      RATE_LOGIN_PER_MINUTE: 1e6,
      RATE_PUBLIC_PER_MINUTE: 1e6,
      RATE_PUBLIC_READS_PER_SECOND: 1e6,
      RATE_ACTIVITY_PER_SECOND: 1,
      RATE_IN_FLIGHT_PER_SESSION: 1e6,
      RATE_IN_FLIGHT_PER_ACCOUNT: 1e6,
    }),
    authenticator: {
      identify: () => Promise.reject(new Error('no authentication here')),
      byToken: () => Promise.reject(),
    },
    maintenance: { check: async () => undefined },
    assure: async () => undefined,
    approvals: { before: async () => undefined, after: async () => undefined },
    activity: { record: () => undefined },
    ownHandlers: new Map(),
    proxy: createProxy({
      upstreams: createUpstreams(
        perDomain(() => url),
        [],
      ),
      sign: await keys.signerOf('gateway'),
      metrics: createGatewayMetrics(),
      logger: silentLogger,
    }),
  })
  const app: GatewayHono = new Hono()
  handleErrors(app, { logger: silentLogger, endpointOf: (c: GatewayContext) => c.get('endpointId') })
  app.use(freshRequestId, async (c, next) => {
    c.set('address', '127.0.0.1')
    await next()
  })
  app.all('/api/*', api)
  port = await serveOn((request, bindings) => app.fetch(request, bindings))
})
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections()
})

async function send(form: FormData, chunked = false) {
  const request = new Request('http://x/', { method: 'POST', body: form })
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const body = Buffer.from(await request.arrayBuffer())
  return sendRaw(port, { method: 'POST', path: '/api/game/pictures', headers, body, chunked })
}

function formOf(sizes: readonly number[]) {
  const form = new FormData()
  form.set('title', 'Größe')
  for (const [index, size] of sizes.entries()) {
    form.append('images', new File([new Uint8Array(size).fill(index + 1)], `p${index}.png`, { type: 'image/png' }))
  }
  return form
}

describe('a multipart call', () => {
  it.each([0, 1, 3])('is delivered with %i files of the maximum size', async count => {
    const sizes = Array<number>(count).fill(2 * megabyte)
    for (const chunked of [false, true]) {
      const answer = await send(formOf(sizes), chunked)
      const data = sizes.map((size, at) => ({ name: `p${at}.png`, type: 'image/png', size, first: at + 1 }))
      expect([answer.status, answer.json]).toEqual([200, { success: true, message: 'Größe', data }])
    }
  })

  it.each([
    ['a file that is too large', () => formOf([2 * megabyte + 1])],
    ['too many files', () => formOf([10, 10, 10, 10])],
    ['files that are too large together', () => formOf([9 * megabyte])],
    [
      'a text that is too long',
      () => {
        const form = formOf([10])
        form.set('title', 'x'.repeat(40_000))
        return form
      },
    ],
    [
      'too many fields',
      () => {
        const form = formOf([])
        for (let count = 0; count < 200; count += 1) form.append('title', 'x')
        return form
      },
    ],
  ])('is rejected with %s, with and without a length', async (_, form) => {
    const before = received.calls
    for (const chunked of [false, true]) {
      const answer = await send(form(), chunked)
      expect([answer.status, answer.json.code]).toEqual([413, 'TOO_LARGE'])
    }
    expect(received.calls).toBe(before)
  })

  it('is delivered after another one was rejected mid-upload', async () => {
    for (let round = 0; round < 5; round += 1) {
      expect((await send(formOf([2 * megabyte, 2 * megabyte + 1, 2 * megabyte]))).status).toBe(413)
      expect((await send(formOf([10]))).status).toBe(200)
    }
  })

  it('is rejected when it is no form, is truncated, or has an unknown field', async () => {
    const post = (type: string, body: string) =>
      sendRaw(port, { method: 'POST', path: '/api/game/pictures', headers: { 'content-type': type }, body })
    for (const [type, body] of [
      ['application/json', '{"title":"x"}'],
      ['multipart/form-data', 'x'],
      ['multipart/form-data; boundary=b', 'x'],
      ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nx'],
      ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nx\r\n--b--\r\n'],
    ] as const) {
      const answer = await post(type, body)
      const isWhole = body.endsWith('--b--\r\n')
      expect([body, answer.status]).toEqual([body, isWhole ? 200 : 400])
    }
    const form = formOf([])
    form.set('__proto__', 'x')
    const answer = await send(form)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('"errors":{"__proto__":"Unknown field"}')
  })
})
