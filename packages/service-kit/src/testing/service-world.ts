import type { DomainName } from '@cascade/contracts'
import { freePort } from '@cascade/dev-stack/ports'
import { MongoClient } from 'mongodb'
import { readFeed } from '../events/outbox'
import { type Service, type ServiceEnv, startService } from '../process/service'
import { makeTestKeys } from './index'
import { startTestProducer, type TestProducer } from './test-producer'
import { makeNamespace, makeServiceEnv, makeTestApi } from './test-service'

type Servers = { mongodbUri: string; natsUrl: string }

/**
 * A service on real servers, with a database and a namespace of its own, called as the gateway calls it.
 * @param producers domains whose events the test writes itself, with `emit`
 */
export async function startServiceWorld<Deps>(
  service: Service<Deps>,
  servers: Servers,
  producers: readonly DomainName[] = [],
) {
  const { domain } = service
  const names = [domain, ...producers]
  const keys = await makeTestKeys()
  const ports = Object.fromEntries(await Promise.all(names.map(async name => [name, await freePort()] as const)))
  const port = Number(ports[domain])
  const shared = { ports, keys, namespace: makeNamespace(domain), ...servers }
  const env = makeServiceEnv({ domain, ...shared })
  const started = new Map<DomainName, TestProducer>()
  for (const name of producers)
    started.set(name, await startTestProducer(name, makeServiceEnv({ domain: name, ...shared })))
  const client = await MongoClient.connect(env.MONGODB_URI, { useBigInt64: true, ignoreUndefined: true })
  const db = client.db(env.MONGODB_DB)
  const start = (own: ServiceEnv) => startService(service, own)
  const stops = [await start(env)]

  return {
    ...{ env, keys, db, client },
    call: makeTestApi(keys, domain, port),
    url: `http://127.0.0.1:${port}`,
    /** Writes events of one of the `producers`. */
    async emit(from: DomainName, ...events: Parameters<TestProducer['emit']>) {
      const producer = started.get(from)
      if (!producer) throw new Error(`${from} is no producer of this world.`)
      await producer.emit(...events)
    },
    /** Another replica of the same service. */
    async startAnother() {
      const another = { ...env, PORT: await freePort() }
      const stop = await start(another)
      stops.push(stop)
      return { call: makeTestApi(keys, domain, another.PORT), stop }
    },
    /** Events that were published so far, in order. */
    events: async (type: string) => {
      const { events } = await readFeed(db, 0, 10_000)
      return events.filter(event => event.type === type)
    },
    async stop() {
      await Promise.all(stops.map(stop => stop()))
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
