import { type PostingRequest, postingInternal } from '@cascade/contracts/accounts'
import { gameCodes } from '@cascade/contracts/games'
import { AppError, type Routes, startService } from '@cascade/service-kit'
import {
  firingAlerts,
  freePort,
  makeActor,
  makeNamespace,
  makeServiceEnv,
  makeTestApi,
  makeTestKeys,
  startTestProducer,
} from '@cascade/service-kit/testing'
import type { Document } from 'mongodb'
import { MongoClient } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, expect, inject, it } from 'vitest'
import { createLiveService } from './service'
import { keepGames, makeKeys } from './testing/draw-deps'
import { makePlayer } from './testing/make-player'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

/** svc-live as it runs, with its metrics, beside a ledger that answers as the test says. */
async function startLive() {
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
  stops.push(async () => {
    await Promise.all([producer.db.dropDatabase(), db.dropDatabase()])
    await Promise.all([producer.stop(), client.close()])
  })
  const start = async () => {
    stops.push(await startService(createLiveService({ ...makeKeys(), LIVE_LIABILITY_LIMIT: 50 }), env))
  }
  const shown = async () => (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
  const figure = async (name: string) =>
    Number(new RegExp(`^cascade_live_${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(await shown())?.[1])
  return {
    ...{ ledger, start, figure },
    ...{ db, bet: makeTestApi(shared.keys, 'live', live) },
    insert: (name: string, row: Document) =>
      db.collection<Document & { _id: string }>(name).insertOne({ _id: uuidv7(), ...row }),
    firing: async () => firingAlerts(await shown()),
  }
}

const pair = { adminId: 'a1', gameId: gameCodes.funTarget }
const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)
const drawId = (seconds: number) => `a1_${gameCodes.funTarget}_${Math.floor(ago(seconds).getTime() / 1000)}`
const by = { id: 's', username: 's', role: 'system' }
const claim = { kind: 'claim', by, correlationId: 'c', ...pair, playerId: 'p', amount: '5' }
const payment = (at: Date) => {
  const _id = uuidv7()
  return {
    _id,
    request: { id: _id, ...claim, details: { tickets: [['t', '5']], isAutomatic: false } },
    playerId: 'p',
    ticketIds: [],
    takeId: 't',
    state: 'open',
    at,
  }
}
const job = { drawId: 'd', ...pair, resultVersion: 1, gameVersion: 1, result: '7', booster: 1, payout: 0n, chunks: 1 }
const openDraw = (drawAt: Date) => ({
  ...{ ...pair, drawAt, gameVersion: 1, seedKeyId: 'seed-1', stakes: {}, stake: 0n, tickets: 1, closedSeq: 5n },
  ...{ state: 'open', settledAmount: 0n, settledChunks: 0 },
})

it('raises no alert while everything goes its way', async () => {
  const { start, figure, firing } = await startLive()
  await start()
  await expect.poll(() => figure('engine_here')).toBe(1)
  expect(await firing()).toEqual([])
})

it('raises an alert when nobody holds the engine', async () => {
  const { start, ledger, firing } = await startLive()
  ledger.isAway = true
  await start()
  expect(await firing()).toEqual(['EngineWithoutHolder'])
})

it('raises an alert for each thing that stands still or is forgotten', async () => {
  const { start, insert, figure, firing } = await startLive()
  await start()
  await expect.poll(() => figure('engine_here')).toBe(1)
  // Of a game that nobody knows: neither can be drawn or paid.
  await insert('draws', { ...openDraw(ago(300)), _id: drawId(300) })
  await insert('settlements', { ...job, drawAt: ago(600), at: ago(300), next: 0, state: 'open' })
  await insert('pool_balances', { balance: -1n, seq: 1n })
  await insert('stops', { ...pair, by, at: ago(13 * 3600).toISOString(), reason: null })
  expect(await firing()).toEqual(['DrawsLate', 'SettlementsOpen', 'PoolsBelowZero', 'BettingStopForgotten'])
})

it('raises an alert for a posting at which the ledger fails, and for the payment that waits for it', async () => {
  const { start, insert, ledger, figure, firing } = await startLive()
  ledger.failsAt = 'claim'
  await start()
  await insert('payments', payment(ago(600)))
  await expect.poll(() => figure('postings_aside')).toBe(1)
  expect(await firing()).toEqual(['PaymentsOpen', 'PostingsAside'])
})

it('raises an alert for a payment that the ledger refuses, and for one that it refuses for good', async () => {
  const { start, insert, ledger, figure, firing } = await startLive()
  ledger.refuses = 'MISSING_WALLET'
  await start()
  await insert('payments', payment(ago(60)))
  await expect.poll(() => figure('payments_ended')).toBe(1)
  expect(await firing()).toEqual(['PostingsRefused', 'PaymentsEnded'])
})

it('raises an alert when what is open may cost more than the limit', async () => {
  const { start, db, bet, figure, firing } = await startLive()
  await keepGames(db, [pair.gameId])
  await start()
  const { actor } = await makePlayer(db)
  const bets = [{ type: 'straight', drawno: '7', quantity: 10 }]
  const isBooked = async () => {
    const { status } = await bet(makeActor(actor), 'POST /app/createbet', { gameId: pair.gameId, bets })
    return status
  }
  await expect.poll(isBooked).toBe(201)
  await expect.poll(() => figure('open_liability_points')).toBeGreaterThan(50)
  expect(await firing()).toEqual(['LiabilityAboveLimit'])
})
