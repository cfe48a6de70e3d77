import { once } from 'node:events'
import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { errorTexts } from '@cascade/contracts'
import { ActivitiesRecorded } from '@cascade/contracts/gateway'
import { freePort } from '@cascade/service-kit/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { startGatewayProcess } from '../testing/gateway-process'
import { sendRaw } from '../testing/raw-request'
import { startWorld, until, type World } from '../testing/world'
import { untrustedProxyText } from './untrusted-proxy'

const publicOrigin = 'https://office.example.com'
let world: World
let proxy: Server | undefined
afterEach(async () => {
  proxy?.close().closeAllConnections()
  await world.stop()
})

/** A typical reverse proxy: sets `X-Forwarded-For` and replaces `Host`. */
async function startProxy(target: number, client: () => string) {
  proxy = createServer((incoming, response) => {
    const forwardedFor = [incoming.headers['x-forwarded-for'], client()].filter(Boolean).join(', ')
    const headers = { ...incoming.headers, host: 'gateway.internal', 'x-forwarded-for': forwardedFor }
    const options = { port: target, method: incoming.method ?? 'GET', path: incoming.url ?? '/', headers, agent: false }
    const forwarded = httpRequest(options, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    incoming.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return (proxy.address() as AddressInfo).port
}
const login = (port: number, headers: Record<string, string> = {}) => {
  const json = { username: 'root', password: 'right-password' }
  return sendRaw(port, { method: 'POST', path: '/api/auth/login', json, headers })
}

describe('the gateway behind a trusted proxy', () => {
  it('uses client addresses for limits, sessions and activities, and ignores forged ones', async () => {
    const env = { TRUSTED_PROXIES: '127.0.0.1', PUBLIC_ORIGIN: publicOrigin, RATE_LOGIN_PER_MINUTE: '1' }
    world = await startWorld({ env })
    const addresses: string[] = []
    await world.bus.listen('gateway.activities.recorded.v1', payload => {
      addresses.push(...ActivitiesRecorded.parse(payload).data.activities.map(({ data }) => data.ipAddress))
    })
    let client = '203.0.113.1'
    const port = await startProxy(world.port, () => client)
    const spoofed = { 'x-forwarded-for': '198.51.100.9' }
    expect((await login(port, spoofed)).status).toBe(200)
    expect((await login(port, { 'x-forwarded-for': '198.51.100.10' })).status).toBe(429)
    client = '203.0.113.2'
    expect((await login(port)).status).toBe(200)
    expect(world.accounts.state.addresses).toEqual(['203.0.113.1', '203.0.113.2'])
    await until(() => addresses.length === 2)
    expect(addresses).toEqual(['203.0.113.1', '203.0.113.2'])
  })

  it('accepts pages of the public origin and rejects others', async () => {
    const env = { TRUSTED_PROXIES: '127.0.0.1', PUBLIC_ORIGIN: publicOrigin }
    world = await startWorld({ env })
    const port = await startProxy(world.port, () => '203.0.113.1')
    expect((await login(port, { origin: publicOrigin })).status).toBe(200)
    for (const origin of ['https://evil.example', `${publicOrigin}.evil.example`, 'http://office.example.com']) {
      const { status, json } = await login(port, { origin })
      expect([origin, status, json.reason]).toEqual([origin, 403, 'ORIGIN_NOT_ALLOWED'])
      expect(json.message).toBe(errorTexts.origin)
    }
  })
})

describe('the gateway behind an untrusted proxy', () => {
  it('rejects forwarded requests in production, logs the reason once, and serves direct requests', async () => {
    world = await startWorld()
    const own = await freePort()
    const metricsToken = 'a-token-for-this-test'
    const env = { NODE_ENV: 'production', LOG_LEVEL: 'error', METRICS_TOKEN: metricsToken }
    const gateway = await startGatewayProcess(world.envOf(own, env))
    const port = await startProxy(own, () => '203.0.113.1')
    for (const path of ['/livez', '/', '/api/auth/session', '/api/live/keys']) {
      const { status, json } = await sendRaw(port, { path })
      expect([path, status, json.message]).toEqual([path, 503, untrustedProxyText])
    }
    expect((await sendRaw(own, { path: '/livez', headers: { forwarded: 'for=203.0.113.1' } })).status).toBe(503)
    expect((await sendRaw(own, { path: '/livez' })).status).toBe(200)
    expect((await sendRaw(own, { path: '/readyz' })).json.degraded).toContain(untrustedProxyText)
    const headers = { authorization: `Bearer ${metricsToken}` }
    const metrics = await sendRaw(own, { path: '/metrics', headers })
    expect(metrics.text).toContain('cascade_gateway_untrusted_forwards_total{service="gateway"} 5')
    await until(() => gateway.output().includes('TRUSTED_PROXIES'))
    expect(gateway.output().match(/TRUSTED_PROXIES/g)).toHaveLength(1)
    await gateway.terminate()
  })
})
