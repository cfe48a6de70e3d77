import { addressVariableOf } from '@cascade/contracts'
import type { PostingRequest } from '@cascade/contracts/accounts'
import { liveApi } from '@cascade/contracts/live'
import { createRandom } from '@cascade/load/random'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DisposableSuite, startDisposableSuite } from '../../faults/disposable-suite'
import { startBettors, take } from '../../faults/play/bettors'
import { makePlayWorld, type PlayWorld } from '../../faults/play/play-world'
import type { Session } from '../../support/api'
import { type PoisonProxy, startPoisonProxy } from './poison-proxy'

const patience = { timeout: 90_000, interval: 500 }
/** Parked postings are retried with a growing backoff. */
const healing = { timeout: 180_000, interval: 1_000 }

type Offering = { admin: Session; gameId: string }

let proxy: PoisonProxy
let own: DisposableSuite
let world: PlayWorld
let database: MongoClient

beforeAll(async () => {
  proxy = await startPoisonProxy()
  own = await startDisposableSuite({
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

const isOf = ({ admin, gameId }: Offering, posting: PostingRequest) =>
  posting.adminId === admin.user._id && posting.gameId === gameId

const queryOf = ({ admin, gameId }: Offering) => ({ query: { adminId: admin.user._id, gameId } })

async function openDraw(offering: Offering): Promise<string> {
  return (await own.api.call(liveApi.loadGame, offering.admin, queryOf(offering))).data.drawId
}

/** Draws of an offering that have tickets and are drawn after `since`. */
async function drawsSince(offering: Offering, since: number) {
  const { data } = await own.api.call(liveApi.draws, offering.admin, queryOf(offering))
  return data.filter(({ drawAt, tickets }) => Date.parse(drawAt) > since && tickets > 0)
}

const settledSince = async (offering: Offering, since: number) =>
  (await drawsSince(offering, since)).filter(({ state }) => state === 'settled').length

const stateOf = async ({ admin }: Offering, drawId: string) =>
  (await own.api.call(liveApi.draw, admin, { params: { drawId } })).data.state

/** The records collection, where a poison row blocks the record of a draw. */
const records = () => database.db('live').collection<{ _id: string; poison?: boolean; sequence?: number }>('records')

const tryToClaim = async ({ session: { token } }: PlayWorld['players'][number]) =>
  (await own.api.send('POST', liveApi.take.path, { token, body: {} })).status

describe('a failure of one offering', () => {
  it('does not affect the other offerings, whether in betting, closing, drawing, settling or paying', async () => {
    const offerings = world.admins.flatMap(admin => world.games.map(({ gameId }): Offering => ({ admin, gameId })))
    const [betting, closing, drawing, settling, paying, healthy] = offerings as [
      Offering,
      Offering,
      Offering,
      Offering,
      Offering,
      Offering,
    ]
    const load = startBettors(own.api, world, createRandom(2_911), { pauseMs: 300, name: 'poison' })
    try {
      for (const offering of offerings) await expect.poll(() => settledSince(offering, 0), patience).toBeGreaterThan(0)

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
      const poisonedAt = Date.now()
      // Every stage continues for the other offerings, even where a later stage fails.
      await expect.poll(() => settledSince(healthy, poisonedAt), patience).toBeGreaterThan(1)
      await expect.poll(() => settledSince(paying, poisonedAt), patience).toBeGreaterThan(0)
      await expect.poll(async () => (await drawsSince(settling, since)).length, patience).toBeGreaterThan(0)
      expect(await stateOf(closing, closed)).toBe('open')
      expect(await stateOf(drawing, drawn)).toBe('open')
      expect((await drawsSince(settling, since)).some(({ state }) => state === 'drawn')).toBe(true)
      // A player with a win on the blocked offering gets the rest, or an unknown outcome.
      const claims = world.players.filter(({ adminId }) => adminId === healthy.admin.user._id).map(tryToClaim)
      expect(await Promise.all(claims)).toContain(liveApi.take.status)

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
})
