import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningServer, startNats } from '@cascade/dev'
import { freePort, makeCertificate, startTlsProxy, type TestCertificate } from '@cascade/service-kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startGatewayProcess } from './testing/gateway-process'
import { type RawRequest, sendRaw } from './testing/raw-request'
import { password } from './testing/upstream-service'
import { startWorld, until, type World } from './testing/world'

let folder: string
let certificate: TestCertificate
let nats: RunningServer
let natsMonitor: number
let service: Awaited<ReturnType<typeof startTlsProxy>>
let world: World

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-tls-'))
  certificate = await makeCertificate(folder)
  const { certFile, keyFile } = certificate
  natsMonitor = await freePort()
  nats = await startNats({
    dataDir: folder,
    args: ['-m', String(natsMonitor), '--tls', '--tlscert', certFile, '--tlskey', keyFile],
  })
  world = await startWorld()
  service = await startTlsProxy(Number(new URL(world.accounts.url).port), certificate)
})
afterAll(async () => {
  await world.stop()
  await service.stop()
  await nats.stop()
  await rm(folder, { recursive: true })
})

const send = (port: number, request: RawRequest) => sendRaw(port, { ...request, ca: certificate.cert })

const natsClients = async () => {
  const answer = await fetch(`http://127.0.0.1:${natsMonitor}/connz`)
  return ((await answer.json()) as { connections: { name: string; tls_version?: string }[] }).connections
}

const login = { method: 'POST', path: '/api/auth/login', json: { username: 'root', password } }

async function startGateway(own: Record<string, string>) {
  const { certFile, keyFile } = certificate
  const [port, metricsPort] = [await freePort(), await freePort()]
  const env = {
    ...world.envOf(port, { LOG_LEVEL: 'info', ...own }),
    ...{ TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile, METRICS_PORT: String(metricsPort) },
    ...{ ACCOUNTS_URL: `https://localhost:${service.port}`, NATS_URL: `tls://localhost:${nats.port}` },
  }
  const isUp = () =>
    send(port, { path: '/livez' }).then(
      () => true,
      () => false,
    )
  return { ...(await startGatewayProcess(env, isUp)), port, metricsPort }
}

describe('a gateway with TLS', () => {
  it('reaches services and NATS whose CA it trusts by NODE_EXTRA_CA_CERTS, and is reached with TLS', async () => {
    const gateway = await startGateway({ NODE_EXTRA_CA_CERTS: certificate.certFile })
    const { port, metricsPort } = gateway
    const signedIn = await send(port, login)
    expect(signedIn.headers).toMatchObject({ 'set-cookie': [expect.stringMatching(/^__Host-session-token=/)] })
    const headers = { authorization: `Bearer ${signedIn.json.token}` }
    expect((await send(port, { path: '/api/superadmins/all', headers })).status).toBe(200)
    expect((await send(metricsPort, { path: '/metrics' })).text).toContain('cascade_gateway_sign_ins_total')
    await until(async () =>
      (await natsClients()).some(({ name, tls_version }) => name.startsWith('gateway-') && tls_version),
    )
    expect((await gateway.terminate()).code).toBe(0)
  })

  it('reaches neither without the CA', async () => {
    const gateway = await startGateway({})
    expect((await send(gateway.port, login)).status).toBe(503)
    const { missing } = (await send(gateway.port, { path: '/readyz' })).json
    expect(missing).toContain('svc-accounts: does not answer')
    await until(() => gateway.output().includes('NATS is not reachable'))
  })
})
