import { addressVariableOf } from '@cascade/contracts'
import { accountApi } from '@cascade/contracts/accounts'
import { type GameDescription, gameCodes } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import { masterDescription } from '@cascade/draw-rules/master'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DisposableSuite, startDisposableSuite } from '../../faults/disposable-suite'
import type { Session } from '../../support/api'
import { makeQuickGame, quickSeconds } from '../../support/quick-game'
import { balanceOf, createAccount, createBranch, fund } from '../../support/world'
import { type PoisonProxy, startPoisonProxy } from '../poison/poison-proxy'

const patience = { timeout: 90_000, interval: 100 }
const [players, ticketsEach, rounds] = [3, 25, 100]
const funds = 1_000
const stake = 3
const winBy: Readonly<Record<string, number>> = { 1: 18, 2: 9, 3: 0 }
const bets = [
  { type: 'straight', drawno: '1', quantity: 2 },
  { type: 'straight', drawno: '2', quantity: 1 },
]

let proxy: PoisonProxy
let own: DisposableSuite
let database: MongoClient
let superadmin: Session
let admin: Session
let gameId: string

beforeAll(async () => {
  proxy = await startPoisonProxy()
  // Two instances of svc-live: claims continue while the leader is down.
  own = await startDisposableSuite({
    instances: { live: 2 },
    env: { [addressVariableOf('accounts')]: proxy.url },
    onProcess: (name, port) => name === 'svc-accounts' && proxy.forwardTo(port),
  })
  database = await MongoClient.connect(own.suite.mongo.uri, { useBigInt64: true })
  superadmin = await own.api.login('superadmin')
  await fund(own.api, superadmin, 'superadmin', superadmin.user._id, 100_000)
}, 240_000)
afterAll(async () => {
  await database?.close()
  await own?.stop()
  await proxy?.stop()
})

const rows = (db: string, name: string) => database.db(db).collection<{ _id: string }>(name)

/** Creates a game and players with tickets on one draw. @returns the settled draw and the player sessions */
async function makeDraw() {
  const digits = masterDescription(gameCodes.funTarget) as GameDescription
  const game = await makeQuickGame(own.api, superadmin, 'Corrected', digits)
  const branch = await createBranch(own.api, superadmin)
  const body = { games: [game._id] } as never
  await own.api.call(accountApi.admin.update, superadmin, { params: { id: branch.admin._id }, body })
  gameId = game.gameId
  admin = await own.api.login(branch.admin.username)
  const sessions: Session[] = []
  for (let count = 0; count < players; count++) {
    const { _id, username } = await createAccount(own.api, superadmin, 'player', branch.master._id)
    await fund(own.api, superadmin, 'player', _id, funds)
    sessions.push(await own.api.login(username))
  }
  const drawId = await drawWithTime({ adminId: branch.admin._id, gameId })
  const placing = sessions.flatMap(player =>
    Array.from({ length: ticketsEach }, () =>
      own.api.call(liveApi.createBet, player, { body: { gameId, drawId, bets } }),
    ),
  )
  await Promise.all(placing)
  await waitUntilSettled(drawId)
  return { drawId, sessions }
}

async function drawWithTime(query: { adminId: string; gameId: string }): Promise<string> {
  let drawId = ''
  const read = async () => {
    const { data } = await own.api.call(liveApi.loadGame, admin, { query })
    drawId = data.drawId
    return data.timecount === quickSeconds && Date.parse(data.lockAt) - Date.parse(data.now) > 7_000
  }
  await expect.poll(read, patience).toBe(true)
  return drawId
}

const waitUntilSettled = (drawId: string) =>
  expect
    .poll(async () => (await own.api.call(liveApi.draw, admin, { params: { drawId } })).data.state, patience)
    .toBe('settled')

async function resultOf(drawId: string): Promise<string> {
  const { data } = await own.api.call(liveApi.draw, admin, { params: { drawId } })
  return data.documents.at(-1)?.record.result ?? ''
}

async function correct(drawId: string, result: string): Promise<void> {
  const body = { drawId, result, boosterValue: 1, reason: 'A test of corrections' } as never
  await expect
    .poll(async () => (await own.api.send('POST', liveApi.correctResult.path, { token: admin.token, body })).status, {
      ...patience,
    })
    .toBe(200)
}

const lost = '503 OUTCOME_UNKNOWN SERVICE_AWAY'

/** @returns the status, with the code and reason of a rejection */
async function take({ token }: Session): Promise<string> {
  const { status, body } = await own.api.send('POST', liveApi.take.path, { token, body: {} })
  return [status, body.code, body.reason].filter(part => part !== undefined).join(' ')
}

/** Expects each ticket to be paid once by the latest result, without manual repair. */
async function expectPaidOnce(drawId: string, sessions: readonly Session[]): Promise<void> {
  const win = winBy[await resultOf(drawId)] ?? 0
  expect(await rows('live', 'postings_aside').find({ state: 'ended' }).toArray()).toEqual([])
  expect(await rows('live', 'unclaimed_wins').countDocuments({ dueAt: { $exists: false } })).toBe(0)
  // Make the automatic claims due, which normally takes a day.
  await rows('live', 'unclaimed_wins').updateMany({ dueAt: { $exists: true } }, { $set: { dueAt: new Date(0) } })
  await expect.poll(() => rows('live', 'unclaimed_wins').countDocuments(), patience).toBe(0)
  await expect.poll(() => rows('live', 'payments').countDocuments({ state: 'open' }), patience).toBe(0)
  const tickets = await rows('live', 'tickets').find({ drawId }).project<{ _id: string }>({ _id: 1 }).toArray()
  const ids = tickets.map(({ _id }) => _id)
  expect(ids).toHaveLength(players * ticketsEach)
  const won = await rows('accounts', 'ticket_wins')
    .find<{ won: bigint; claimed: bigint }>({ _id: { $in: ids } })
    .toArray()
  expect(new Set(won.map(each => `${each.won} ${each.claimed}`))).toEqual(new Set([`${win}00 ${win}00`]))
  for (const { user } of sessions) {
    expect(await balanceOf(own.api, superadmin, user._id)).toBe(funds + ticketsEach * (win - stake))
  }
  await own.rows.expectConserved()
}

describe('the suite', () => {
  it(`pays each win once while its result is corrected ${rounds} times and all players claim`, async () => {
    const { drawId, sessions } = await makeDraw()
    const answers = new Set<string>()
    const first = await resultOf(drawId)
    const cycle = first === '1' ? ['2', '3', '1', '3', '2', '1'] : ['1', '2', '3', '1', '3', '2']
    for (let round = 0; round < rounds; round++) {
      const next = cycle[round % cycle.length] ?? ''
      const [, ...responses] = await Promise.all([
        (await resultOf(drawId)) === next ? undefined : correct(drawId, next),
        ...sessions.flatMap(player => [take(player), take(player)]),
      ])
      for (const answer of responses) answers.add(answer)
      await waitUntilSettled(drawId)
    }
    if ((await resultOf(drawId)) !== '1') await correct(drawId, '1')
    await waitUntilSettled(drawId)
    await expectPaidOnce(drawId, sessions)
    expect([...answers]).toEqual(['200'])
  }, 600_000)

  it('pays each win once when svc-live is killed between the ledger booking of a correction and its own commit', async () => {
    const { drawId, sessions } = await makeDraw()
    if ((await resultOf(drawId)) !== '1') await correct(drawId, '1')
    await waitUntilSettled(drawId)
    const booked = proxy.withhold(posting => posting.kind === 'settle' && posting.details.draw === drawId)
    await correct(drawId, '2')
    await booked
    const leader = await engineLeader()
    await leader.kill()
    proxy.withholdNothing()
    try {
      // svc-live still stores a win of 18 points per ticket, the ledger 9.
      const responses = await Promise.all(sessions.flatMap(player => [take(player), take(player)]))
      // Responses on connections to the killed instance can be lost.
      expect(responses).toContain('200')
      expect(responses.filter(answer => answer !== '200' && answer !== lost)).toEqual([])
      await waitUntilSettled(drawId)
    } finally {
      await leader.restart()
    }
    await expectPaidOnce(drawId, sessions)
  }, 300_000)
})

async function engineLeader() {
  const lease = await rows('live', 'engine').findOne<{ url?: string }>()
  const found = Object.values(own.suite.processes).find(({ port }) => lease?.url === `http://127.0.0.1:${port}`)
  if (!found) throw new Error(`no process listens at ${lease?.url}`)
  return found
}
