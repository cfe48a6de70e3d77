import type { Caller } from '@cascade/contracts'
import { createInternalClient, serviceUrlsOf, startFeedPublisher, startService } from '@cascade/service-kit'
import {
  firingAlerts,
  freePort,
  makeNamespace,
  makeServiceEnv,
  makeTestApi,
  makeTestKeys,
  silentLogger,
  startTestProducer,
} from '@cascade/service-kit/testing'
import { type Document, MongoClient } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import { inject, onTestFinished } from 'vitest'
import type { LiveDeps } from '../deps'
import { createLiveService } from '../service'
import { makeKeys } from './draw-deps'
import { createTestLedger } from './test-ledger'

/** A running svc-live with metrics, next to a ledger that the test may break. Stops with the test. */
export async function startLive() {
  const live = await prepareLive()
  onTestFinished(live.stop)
  return live
}

/**
 * @param clock of svc-live and its ledger; real time by default
 * @param mongodbUri the database of svc-live, as it sees it
 */
export async function prepareLive(clock?: LiveDeps['clock'], mongodbUri = inject('mongodbUri')) {
  const ledger = createTestLedger(clock?.now ?? Date.now)
  const [accounts, live, metrics] = [await freePort(), await freePort(), await freePort()]
  const shared = { keys: await makeTestKeys(), namespace: makeNamespace('live'), ports: { accounts, live } }
  const servers = { mongodbUri: inject('mongodbUri'), natsUrl: inject('natsUrl') }
  const envOf = (domain: 'accounts' | 'live') => makeServiceEnv({ name: domain, ...shared, ...servers })
  const env = { ...envOf('live'), MONGODB_URI: mongodbUri, METRICS_PORT: metrics }
  const producer = await startTestProducer('accounts', envOf('accounts'), [ledger.routes])
  const { read } = ledger
  const { bus, leaseOf } = producer
  const play = startFeedPublisher({ bus, leaseOf, logger: silentLogger, feed: 'accounts.play', read })
  ledger.listen(play.notify)
  const client = await MongoClient.connect(servers.mongodbUri, { useBigInt64: true })
  const db = client.db(env.MONGODB_DB)
  let stopLive = async () => {}
  const startClock = clock && (async () => ({ ...clock, read: async () => clock.now(), stop: async () => undefined }))

  const readMetrics = async () => (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
  return {
    ledger,
    db,
    client,
    url: `http://127.0.0.1:${live}/api`,
    call: makeTestApi(shared.keys, 'live', live),
    /** Calls svc-live as another process does. */
    callAs: async (caller: Caller) =>
      createInternalClient({ urls: serviceUrlsOf(env), sign: await shared.keys.signerOf(caller) }),
    /** Events of svc-accounts. */
    emit: producer.emit,

    /** @returns its dependencies */
    async start(): Promise<LiveDeps> {
      const service = createLiveService({ ...makeKeys(), LIVE_LIABILITY_LIMIT: 50 })
      let deps: LiveDeps | undefined
      const createDeps: typeof service.createDeps = async parts => {
        deps = await service.createDeps(parts)
        return deps
      }
      stopLive = await startService({ ...service, createDeps }, env, startClock)
      if (!deps) throw new Error('It has started.')
      return deps
    },

    figure: async (name: string) =>
      Number(new RegExp(`^cascade_live_${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(await readMetrics())?.[1]),
    firing: async () => firingAlerts(await readMetrics()),
    insert: (name: string, row: Document) =>
      db.collection<Document & { _id: string }>(name).insertOne({ _id: uuidv7(), ...row }),

    async stop() {
      await stopLive()
      await play.stop()
      await Promise.all([producer.db.dropDatabase(), db.dropDatabase()])
      await Promise.all([producer.stop(), client.close()])
    },
  }
}
