import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressVariableOf, mapDomains } from '@cascade/contracts'
import { createBus } from '@cascade/service-kit'
import { freePort, maintainStreams, makeTestKeys, silentLogger } from '@cascade/service-kit/testing'
import { inject } from 'vitest'
import { readEnv } from '../env'
import { startGateway } from '../gateway'
import { type RawAnswer, type RawRequest, sendRaw } from './raw-request'
import { password, startUpstream } from './upstream-service'

export type World = Awaited<ReturnType<typeof startWorld>>

/** A gateway with its own upstreams: accounts and live answer, games hangs up, reports is unreachable. */
export async function startWorld(options: { env?: Record<string, string>; skewMs?: number | (() => number) } = {}) {
  const { skewMs = 0 } = options
  const natsUrl = inject('natsUrl')
  const keys = await makeTestKeys(['gateway', 'gateway.next', 'svc-accounts', 'svc-live'])
  const accounts = await startUpstream('accounts', keys.jwks, {
    now: () => Date.now() + (typeof skewMs === 'number' ? skewMs : skewMs()),
  })
  const live = await startUpstream('live', keys.jwks)
  const games = createServer(request => request.socket.destroy()).listen(0, '127.0.0.1')
  await once(games, 'listening')
  const folder = await mkdtemp(join(tmpdir(), 'cascade-gateway-'))
  const namespace = `gw${Math.random().toString(36).slice(2)}`
  const nobodysPort = await freePort()
  const envOf = (port: number, own: Record<string, string>) => ({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: String(port),
    NATS_URL: natsUrl,
    CASCADE_NAMESPACE: namespace,
    CASCADE_PRIVATE_JWK: JSON.stringify(keys.privateKeyOf('gateway')),
    CASCADE_JWKS: JSON.stringify(keys.jwks),
    ...mapDomains(addressVariableOf, () => `http://127.0.0.1:${nobodysPort}`),
    ACCOUNTS_URL: accounts.url,
    GAMES_URL: `http://127.0.0.1:${(games.address() as AddressInfo).port}`,
    LIVE_URL: live.url,
    SHELL_ROOT: join(folder, 'shell'),
    ACCOUNTS_REMOTE: join(folder, 'mf-accounts'),
    GAMES_REMOTE: join(folder, 'mf-games'),
    ...options.env,
    ...own,
  })
  const port = await freePort()
  const stopGateway = await startGateway(readEnv(envOf(port, {})), Date.now)
  const bus = createBus({ url: natsUrl, namespace, name: 'test', logger: silentLogger })
  await bus.ready
  const streams = await maintainStreams({ NATS_URL: natsUrl, CASCADE_NAMESPACE: namespace, STREAM_MEGABYTES: 4 })
  const url = `http://127.0.0.1:${port}`
  const send = (request: RawRequest): Promise<RawAnswer> => sendRaw(port, request)

  const world = {
    url,
    port,
    keys,
    accounts,
    live,
    bus,
    folder,
    stopGateway,
    envOf,
    async startAnother(own: Record<string, string>) {
      const another = await freePort()
      const stop = await startGateway(readEnv(envOf(another, own)), Date.now)
      return { send: (request: RawRequest) => sendRaw(another, request), stop }
    },
    /** Sends path and headers unmodified. */
    send,
    async signIn(username = 'root', headers: Record<string, string> = {}) {
      const answer = await send({ method: 'POST', path: '/api/auth/login', json: { username, password }, headers })
      const token = String(answer.json.token)
      const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
      return { token, cookie, answer, bearer: { authorization: `Bearer ${token}` } }
    },
    async stop() {
      await world.stopGateway()
      await streams.stop()
      await bus.close()
      games.close()
      await Promise.all([accounts.stop(), live.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
  return world
}

/** Waits until `check` holds. @throws Error after 30 s */
export async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error('condition not met within 30 s')
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
