import { type PostingRequest, postingInternal } from '@cascade/contracts/accounts'
import { AppError, type Routes, startService } from '@cascade/service-kit'
import {
  firingAlerts,
  freePort,
  makeNamespace,
  makeServiceEnv,
  makeTestApi,
  makeTestKeys,
  startTestProducer,
} from '@cascade/service-kit/testing'
import type { Document } from 'mongodb'
import { MongoClient } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import { inject, onTestFinished } from 'vitest'
import { createLiveService } from '../service'
import { makeKeys } from './draw-deps'

/** svc-live as it runs, with its metrics, beside a ledger that answers as the test says. It stops with the test. */
export async function startLive() {
  const ledger = { isAway: false, refuses: undefined as string | undefined, failsAt: '' }
  const answer = (request: PostingRequest) => {
    if (request.kind !== 'closeGate' && ledger.refuses) {
      return { outcome: 'refused' as const, id: request.id, reason: ledger.refuses, message: 'No.' }
    }
    const booked = { outcome: 'booked' as const, id: request.id, replayed: false, seq: 1, amount: '0' }
    return { ...booked, poolBalance: '0', gateVersion: 1 }
  }
  const routes: Routes<undefined> = ({ serveInternal }) => {
    serveInternal(postingInternal.pools, async () => {
      if (ledger.isAway) throw new AppError('UNAVAILABLE', 'away')
      return { pools: [], head: 0 }
    })
    serveInternal(postingInternal.post, async ({ body }) => {
      if (body.requests.some(({ kind }) => kind === ledger.failsAt)) throw new Error('poison')
      return { results: body.requests.map(answer) }
    })
  }
  const [accounts, live, metrics] = [await freePort(), await freePort(), await freePort()]
  const shared = { keys: await makeTestKeys(), namespace: makeNamespace('live'), ports: { accounts, live } }
  const servers = { mongodbUri: inject('mongodbUri'), natsUrl: inject('natsUrl') }
  const envOf = (domain: 'accounts' | 'live') => makeServiceEnv({ domain, ...shared, ...servers })
  const env = { ...envOf('live'), METRICS_PORT: metrics }
  const producer = await startTestProducer('accounts', envOf('accounts'), [routes])
  const client = await MongoClient.connect(env.MONGODB_URI, { useBigInt64: true })
  const db = client.db(env.MONGODB_DB)
  onTestFinished(async () => {
    await Promise.all([producer.db.dropDatabase(), db.dropDatabase()])
    await Promise.all([producer.stop(), client.close()])
  })
  const start = async () => {
    onTestFinished(await startService(createLiveService({ ...makeKeys(), LIVE_LIABILITY_LIMIT: 50 }), env))
  }
  const shown = async () => (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
  const figure = async (name: string) =>
    Number(new RegExp(`^cascade_live_${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(await shown())?.[1])
  return {
    ledger,
    start,
    figure,
    db,
    client,
    call: makeTestApi(shared.keys, 'live', live),
    insert: (name: string, row: Document) =>
      db.collection<Document & { _id: string }>(name).insertOne({ _id: uuidv7(), ...row }),
    firing: async () => firingAlerts(await shown()),
  }
}
