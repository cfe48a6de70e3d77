import { addressVariableOf } from '@cascade/contracts'
import type { PostingRequest } from '@cascade/contracts/accounts'
import { liveApi } from '@cascade/contracts/live'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Session } from '../../support/api'
import { startBettors, take } from '../play/bettors'
import { makePlayWorld, type PlayWorld } from '../play/play-world'
import { randomOf } from '../play/random'
import { type SuiteToBreak, startSuiteToBreak } from '../suite-to-break'
import { type PoisonProxy, startPoisonProxy } from './poison-proxy'

const patience = { timeout: 90_000, interval: 500 }
/** Parked postings are retried with a growing backoff. */
const healing = { timeout: 180_000, interval: 1_000 }

type Pair = { admin: Session; gameId: string }

let proxy: PoisonProxy
let own: SuiteToBreak
let world: PlayWorld
let database: MongoClient

beforeAll(async () => {
  proxy = await startPoisonProxy()
  own = await startSuiteToBreak({
    env: { [addressVariableOf('accounts')]: proxy.url },
    onProcess: (name, port) => name === 'svc-accounts' && proxy.forwardTo(port),
  })
  world = await makePlayWorld(own.api, 6)
  database = await MongoClient.connect(own.suite.mongo.uri)
}, 240_000)
afterAll(async () => {
  await database?.close()
  await own?.stop()
  await proxy?.stop()
})

const isOf = ({ admin, gameId }: Pair, posting: PostingRequest) =>
  posting.adminId === admin.user._id && posting.gameId === gameId

const queryOf = ({ admin, gameId }: Pair) => ({ query: { adminId: admin.user._id, gameId } })

async function openDraw(pair: Pair): Promise<string> {
  return (await own.api.call(liveApi.loadGame, pair.admin, queryOf(pair))).data.drawId
}

/** Draws of an offering that have tickets and are drawn after `since`. */
async function drawsSince(pair: Pair, since: number) {
  const { data } = await own.api.call(liveApi.draws, pair.admin, queryOf(pair))
  return data.filter(({ drawAt, tickets }) => Date.parse(drawAt) > since && tickets > 0)
}

const settledSince = async (pair: Pair, since: number) =>
  (await drawsSince(pair, since)).filter(({ state }) => state === 'settled').length

const stateOf = async ({ admin }: Pair, drawId: string) =>
  (await own.api.call(liveApi.draw, admin, { params: { drawId } })).data.state

/** The records collection, where a poison row blocks the record of a draw. */
const records = () => database.db('live').collection<{ _id: string; poison?: boolean; sequence?: number }>('records')

const tryToTake = async ({ session: { token } }: PlayWorld['players'][number]) =>
  (await own.api.send('POST', liveApi.take.path, { token, body: {} })).status

it('a failure in betting, closing, drawing, settling or paying one offering does not affect the other offerings', async () => {
  const pairs = world.admins.flatMap(admin => world.games.map(({ gameId }): Pair => ({ admin, gameId })))
  const [betting, closing, drawing, settling, paying, sound] = pairs as [Pair, Pair, Pair, Pair, Pair, Pair]
  const load = startBettors(own.api, world, randomOf(2_911), { pauseMs: 300, name: 'poison' })
  try {
    for (const pair of pairs) await expect.poll(() => settledSince(pair, 0), patience).toBeGreaterThan(0)

    const closed = await openDraw(closing)
    const drawn = await openDraw(drawing)
    await records().insertOne({ _id: `${drawn}|1`, poison: true, sequence: -1 })
    proxy.poison(
      posting =>
        (posting.kind === 'stake' && isOf(betting, posting)) ||
        (posting.kind === 'closeGate' && isOf(closing, posting)) ||
        (posting.kind === 'settle' && isOf(settling, posting)) ||
        (posting.kind === 'claim' && isOf(paying, posting)),
    )
    const since = Date.now()
    await expect.poll(proxy.hits, patience).toEqual(['claim', 'closeGate', 'settle', 'stake'])
    const whole = Date.now()
    // Every stage continues for the other offerings, even where a later stage fails.
    await expect.poll(() => settledSince(sound, whole), patience).toBeGreaterThan(1)
    await expect.poll(() => settledSince(paying, whole), patience).toBeGreaterThan(0)
    await expect.poll(async () => (await drawsSince(settling, since)).length, patience).toBeGreaterThan(0)
    expect(await stateOf(closing, closed)).toBe('open')
    expect(await stateOf(drawing, drawn)).toBe('open')
    expect((await drawsSince(settling, since)).some(({ state }) => state === 'drawn')).toBe(true)
    // A player with a win on the blocked offering gets the rest, or an unknown outcome.
    const taken = world.players.filter(({ adminId }) => adminId === sound.admin.user._id).map(tryToTake)
    expect(await Promise.all(taken)).toContain(liveApi.take.status)

    proxy.poison(() => false)
    await records().deleteMany({ poison: true })
    await expect.poll(() => stateOf(closing, closed), healing).toBe('settled')
    await expect.poll(() => stateOf(drawing, drawn), healing).toBe('settled')
    const open = async () => (await drawsSince(settling, since)).filter(({ state }) => state === 'drawn').length
    await expect.poll(open, healing).toBe(0)
  } finally {
    proxy.poison(() => false)
    await records().deleteMany({ poison: true })
    await load.stop()
  }
  for (const player of world.players) await expect.poll(() => take(own.api, player), healing).toBe(0)
  await own.rows.expectConserved()
}, 600_000)
