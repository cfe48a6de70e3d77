import { addressVariableOf, type Caller, type DomainName, domainNames, mapDomains } from '@cascade/contracts'
import { freePort } from '@cascade/dev/ports'
import { MongoClient } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import { inject } from 'vitest'
import type { Actor } from '../auth/tokens'
import { feedCursorCollections } from '../events/cursor'
import { createBus } from '../events/nats'
import { outboxCollections, readFeed } from '../events/outbox'
import { connectMongo } from '../mongo/connect'
import { ensureCollections } from '../mongo/ensure-collections'
import { createLease, type LeaseOf } from '../mongo/lease'
import { mongoEnv, parseEnv, processEnv } from '../runtime/env'
import type { ServiceEnv } from '../service/connections'
import { type Service, startService } from '../service/service'
import { makeTestKeys, silentLogger } from './index'
import { startTestProducer, type TestProducer } from './test-producer'

/** Addresses; by default of the servers of the run. */
type Servers = { mongodbUri?: string; natsUrl?: string }

const serversOf = ({ mongodbUri = inject('mongodbUri'), natsUrl = inject('natsUrl') }: Servers) => ({
  mongodbUri,
  natsUrl,
})

/**
 * Starts a service with its own database and NATS namespace, called as the gateway calls it.
 * @param producers domains whose events the test emits
 */
export async function startServiceWorld<Deps>(
  service: Service<Deps, string>,
  servers: Servers = {},
  producers: readonly DomainName[] = [],
) {
  const { name } = service
  const keys = await makeTestKeys()
  const ports = Object.fromEntries(
    await Promise.all([name, ...producers].map(async each => [each, await freePort()] as const)),
  )
  const port = Number(ports[name])
  const shared = { ports, keys, namespace: makeNamespace(name), ...serversOf(servers) }
  const env = makeServiceEnv({ name, ...shared })
  const started = new Map<DomainName, TestProducer>()
  for (const domain of producers)
    started.set(domain, await startTestProducer(domain, makeServiceEnv({ name: domain, ...shared })))
  const client = await MongoClient.connect(env.MONGODB_URI, { useBigInt64: true, ignoreUndefined: true })
  const db = client.db(env.MONGODB_DB)
  const start = (own: ServiceEnv) => startService(service, own)
  const stops = [await start(env)]
  const stopService = () => Promise.all(stops.splice(0).map(stop => stop()))

  return {
    env,
    keys,
    db,
    client,
    call: makeTestApi(keys, name, port),
    url: `http://127.0.0.1:${port}`,
    async emit(from: DomainName, ...events: Parameters<TestProducer['emit']>) {
      const producer = started.get(from)
      if (!producer) throw new Error(`${from} is not among the producers of this world.`)
      await producer.emit(...events)
    },
    async startAnother() {
      const another = { ...env, PORT: await freePort() }
      const stop = await start(another)
      stops.push(stop)
      return { call: makeTestApi(keys, name, another.PORT), stop }
    },
    /** Stops all instances, then starts one. @param meanwhile runs while none runs */
    async restart(meanwhile: () => Promise<void> = async () => undefined) {
      await stopService()
      await meanwhile()
      stops.push(await start(env))
    },
    events: async (type: string) => {
      const { events } = await readFeed(db, 0, 10_000)
      return events.filter(event => event.type === type)
    },
    async stop() {
      await stopService()
      for (const producer of started.values()) {
        await producer.db.dropDatabase()
        await producer.stop()
      }
      await db.dropDatabase()
      await client.close()
    },
  }
}
export type ServiceWorld = Awaited<ReturnType<typeof startServiceWorld>>

export type TestKeys = Awaited<ReturnType<typeof makeTestKeys>>

/** A short unique name for databases and NATS subjects. */
export const makeNamespace = (prefix: string) => `${prefix}-${uuidv7().slice(-12)}`

/**
 * Environment of a service, parsed as in production.
 * @param ports port by name of a service; domains not listed are unreachable
 */
export function makeServiceEnv(options: {
  name: string
  ports: Partial<Record<string, number>>
  keys: TestKeys
  mongodbUri: string
  natsUrl: string
  namespace: string
  zone?: string
}): ServiceEnv {
  const { name, ports, keys, mongodbUri, natsUrl, namespace, zone = 'UTC' } = options
  const url = (domain: DomainName) => `http://127.0.0.1:${ports[domain] ?? 9}`
  const keyId = domainNames.some(domain => domain === name) ? (`svc-${name}` as Caller) : 'external'
  return parseEnv(
    { ...processEnv, ...mongoEnv },
    {
      NODE_ENV: 'test',
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
      PORT: String(ports[name]),
      NATS_URL: natsUrl,
      MONGODB_URI: mongodbUri,
      MONGODB_DB: `${namespace}-${name}`,
      BUSINESS_ZONE: zone,
      CASCADE_NAMESPACE: namespace,
      CASCADE_PRIVATE_JWK: JSON.stringify(keys.privateKeyOf(keyId)),
      CASCADE_JWKS: JSON.stringify(keys.jwks),
      ...mapDomains(addressVariableOf, url),
    },
  )
}

export type TestAnswer = { status: number; body: Record<string, unknown>; headers: Headers }

/**
 * Calls a service as the gateway does: `call(actor, 'GET /games/all')`, with paths below `/api`.
 * @param extraHeaders e.g. `if-match`
 */
export function makeTestApi(keys: TestKeys, name: string, port: number) {
  return async (
    actor: Actor,
    line: string,
    body?: unknown,
    extraHeaders: Record<string, string> = {},
  ): Promise<TestAnswer> => {
    const [method = '', path = ''] = line.split(' ')
    const { authorization, ...json } = await keys.headersFor(`svc-${name}`, actor)
    const isForm = body instanceof FormData
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      headers: { authorization, ...(isForm ? {} : json), ...extraHeaders },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    const { status, headers } = response
    return { status, headers, body: (await response.json()) as Record<string, unknown> }
  }
}

/** Waits until `check` returns something truthy. @throws Error after a minute, with the last failure */
export async function eventually<T>(check: () => Promise<T | undefined | false>, timeoutMs = 60_000): Promise<T> {
  const deadline = Date.now() + timeoutMs
  let last: unknown
  while (Date.now() < deadline) {
    try {
      const value = await check()
      if (value) return value
    } catch (error) {
      last = error
    }
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error('The condition was not met in time.', { cause: last })
}

/** A database and a NATS connection for one test file. */
export async function startScratch(servers: Servers = {}) {
  const { mongodbUri, natsUrl } = serversOf(servers)
  const namespace = makeNamespace('kit')
  const mongo = await connectMongo(mongodbUri, namespace)
  await ensureCollections(mongo.db, [...outboxCollections, ...feedCursorCollections])
  const bus = createBus({ url: natsUrl, namespace, name: 'test', logger: silentLogger })
  return {
    ...mongo,
    bus,
    namespace,
    leasesOf:
      (owner: string): LeaseOf =>
      name =>
        createLease(mongo.db, name, { owner, now: Date.now }),
    async stop() {
      await bus.close()
      await mongo.db.dropDatabase()
      await mongo.close()
    },
  }
}
export type Scratch = Awaited<ReturnType<typeof startScratch>>
