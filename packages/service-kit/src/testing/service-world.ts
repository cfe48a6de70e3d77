import { MongoClient } from 'mongodb'
import { readFeed } from '../events/outbox'
import { type Service, type ServiceEnv, startService } from '../process/service'
import { makeTestKeys } from './index'
import { freePort, makeNamespace, makeServiceEnv, makeTestApi } from './test-service'

/** A service on real servers, with a database and a namespace of its own, called as the gateway calls it. */
export async function startServiceWorld<Deps>(
  service: Service<Deps>,
  servers: { mongodbUri: string; natsUrl: string },
) {
  const { domain } = service
  const keys = await makeTestKeys()
  const port = await freePort()
  const env = makeServiceEnv({ domain, ports: { [domain]: port }, keys, namespace: makeNamespace(domain), ...servers })
  const client = await MongoClient.connect(env.MONGODB_URI, { useBigInt64: true, ignoreUndefined: true })
  const db = client.db(env.MONGODB_DB)
  const start = (own: ServiceEnv) => startService(service, own)
  const stops = [await start(env)]

  return {
    ...{ env, keys, db, client },
    call: makeTestApi(keys, domain, port),
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
      await db.dropDatabase()
      await client.close()
    },
  }
}
export type ServiceWorld = Awaited<ReturnType<typeof startServiceWorld>>
