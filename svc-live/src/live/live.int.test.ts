import type { GameSnapshot } from '@cascade/contracts/games'
import { gameCodes } from '@cascade/contracts/games'
import { LiveGame, liveFeedSubject, liveInternal } from '@cascade/contracts/live'
import { businessDay, createInternalClient, startService } from '@cascade/service-kit'
import {
  accountCreated,
  actorOf,
  eventually,
  freePort,
  makeAccount,
  makeActor,
  makeNamespace,
  makeServiceEnv,
  makeTestApi,
  makeTestKeys,
  startTestProducer,
  type TestProducer,
} from '@cascade/service-kit/testing'
import { Long } from 'mongodb'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { liveService } from '../service'

const makeGame = (gameId: string, overrides: Partial<GameSnapshot> = {}): GameSnapshot => ({
  _id: `id-${gameId}`,
  gameId,
  gameName: gameId,
  nodigit: 10,
  timecount: 60,
  status: 'active',
  deleted: false,
  version: 1,
  ...overrides,
})
const gameCreated = (game: GameSnapshot) => ({ type: 'games.game.created.v1', data: game })

const root = makeAccount()
const admin = makeAccount({ role: 'admin', parent: root })
const rival = makeAccount({ role: 'admin', parent: root, games: ['id-Quickest'] })
const manager = makeAccount({ role: 'superareamanager', parent: admin })
const player = makeAccount({ role: 'player', parent: manager })
const superadmin = actorOf(root)
const games = [
  makeGame(gameCodes.tripleFun, { timecount: 120, nodigit: 1000 }),
  makeGame(gameCodes.andharBahar, { timecount: 120, nodigit: 13 }),
  makeGame('Quickest', { timecount: 2, nodigit: 3 }),
  makeGame('Sleeping', { status: 'inactive' }),
]

const namespace = makeNamespace('live')
let call: ReturnType<typeof makeTestApi>
let internal: ReturnType<typeof createInternalClient>
let accounts: TestProducer
let producer: TestProducer
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  const keys = await makeTestKeys(['gateway', 'svc-accounts', 'svc-games', 'svc-live'])
  const ports = { accounts: await freePort(), games: await freePort(), live: await freePort() }
  const servers = { keys, ports, namespace, mongodbUri: inject('mongodbUri'), natsUrl: inject('natsUrl') }
  accounts = await startTestProducer('accounts', makeServiceEnv({ domain: 'accounts', ...servers }))
  producer = await startTestProducer('games', makeServiceEnv({ domain: 'games', ...servers }))
  const stopLive = await startService(liveService, makeServiceEnv({ domain: 'live', ...servers }))
  stops.push(stopLive, accounts.stop, producer.stop)
  call = makeTestApi(keys, 'live', ports.live)
  internal = createInternalClient({
    urls: { accounts: '', games: '', reports: '', live: `http://127.0.0.1:${ports.live}` },
    sign: await keys.signerOf('gateway'),
  })
  await accounts.emit(...[root, admin, rival, manager, player].map(accountCreated))
  await producer.emit(...games.map(gameCreated))
  await eventually(async () => {
    const { body } = await call(superadmin, 'GET /live/games')
    return (body.data as unknown[]).length === 4
  })
})
afterAll(async () => {
  for (const stop of stops) await stop()
})

const load = (actor: typeof superadmin, adminId: string, gameId: string) =>
  call(actor, `GET /live/loadgame?adminId=${adminId}&gameId=${gameId}`)

describe('pairs', () => {
  it('are every admin with his active games for a superadmin', async () => {
    const { body } = await call(superadmin, 'GET /live/games')
    const pairs = (body.data as { username: string; gameId: string }[]).map(pair => `${pair.username} ${pair.gameId}`)
    expect(pairs).toContain(`${admin.username} ${gameCodes.tripleFun}`)
    expect(pairs).toContain(`${rival.username} Quickest`)
    expect(pairs.filter(pair => pair.startsWith(rival.username))).toHaveLength(1)
    expect(pairs.some(pair => pair.includes('Sleeping'))).toBe(false)
  })

  it("are an admin's own for himself", async () => {
    const { body } = await call(actorOf(admin), 'GET /live/games')
    expect(new Set((body.data as { adminId: string }[]).map(pair => pair.adminId))).toEqual(new Set([admin.accountId]))
  })

  it('are refused to everybody else', async () => {
    expect((await call(actorOf(manager), 'GET /live/games')).status).toBe(403)
  })
})

describe('a what-if', () => {
  const ask = (actor: typeof superadmin, adminId: string, gameId: string, share = '12.5') =>
    call(actor, `GET /live/whatif?adminId=${adminId}&gameId=${gameId}&winpercentage=${share}`)

  it('is open to whoever sets the percentage, also of a game that rests, and honest about no draws', async () => {
    for (const [actor, gameId] of [
      [superadmin, gameCodes.tripleFun],
      [actorOf(admin), 'Sleeping'],
    ] as const) {
      const { status, body } = await ask(actor, admin.accountId, gameId)
      expect(status).toBe(200)
      expect(body.data).toEqual({ draws: [], sums: { stake: 0, paid: 0, kept: 0, instead: { paid: 0, kept: 0 } } })
    }
  })

  it('is refused to others, of others, and for what is no share', async () => {
    expect((await ask(actorOf(manager), admin.accountId, gameCodes.tripleFun)).status).toBe(403)
    expect((await ask(actorOf(admin), rival.accountId, 'Quickest')).status).toBe(404)
    expect((await ask(superadmin, rival.accountId, gameCodes.tripleFun)).status).toBe(404)
    expect((await ask(superadmin, admin.accountId, 'Unknownn')).status).toBe(404)
    expect((await ask(superadmin, admin.accountId, gameCodes.tripleFun, '101')).status).toBe(400)
  })
})

describe('a live game', () => {
  it('is the open draw by the clock', async () => {
    const { status, body } = await load(actorOf(admin), admin.accountId, gameCodes.tripleFun)
    const live = LiveGame.parse(body.data)
    expect(status).toBe(200)
    expect(live.data).toHaveLength(1000)
    expect(live.timecount).toBe(120)
    expect(Date.parse(live.drawAt) % 120_000).toBe(0)
    const left = Date.parse(live.drawAt) - Date.parse(live.now)
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(120_000)
    expect(live.collections).toEqual({ totalPlaypoints: 0, totalWinpoints: 0, totalDraw: 0 })
    expect(live.lastData.data).toEqual([])
  })

  it('sums what is staked, each bet on every option that it covers, and the true total once', async () => {
    const db = await liveDb()
    const before = LiveGame.parse((await load(superadmin, admin.accountId, gameCodes.tripleFun)).body.data)
    const number = Number(before.drawId.split('_').at(-1))
    // The open draw and the next one, so that a boundary in between does not matter.
    const stakes = { 'single:7': 1050, 'double:07': 200, 'triple:007': 5 }
    const rows = [number, number + 1].flatMap(n =>
      Object.entries(stakes).map(([leg, stake]) => {
        const drawId = `${admin.accountId}_${gameCodes.tripleFun}_${n}`
        return { _id: `${drawId}|${leg}`, drawId, leg, stake: Long.fromNumber(stake) }
      }),
    )
    const pair = `${admin.accountId}|${gameCodes.tripleFun}`
    const day = businessDay(new Date(before.now), 'UTC')
    await db.collection<{ _id: string }>('draw_totals').insertMany(rows)
    await db
      .collection<{ _id: string }>('day_totals')
      .insertOne({ _id: `${pair}|${day}`, play: Long.fromNumber(999_99), win: Long.fromNumber(50) } as { _id: string })
    await db
      .collection<{ _id: string }>('game_balances')
      .insertOne({ _id: pair, balance: Long.fromNumber(-12_345) } as { _id: string })
    await db.collection<{ _id: string }>('draw_results').insertMany([
      { _id: `${admin.accountId}_${gameCodes.tripleFun}_${number - 1}`, drawno: '1-2-3', booster: 2 } as {
        _id: string
      },
    ])
    const live = LiveGame.parse((await load(superadmin, admin.accountId, gameCodes.tripleFun)).body.data)
    const sums = new Map(live.data.map(option => [option.drawno, option.sum]))
    expect(sums.get('0-0-7')).toBe(12.55)
    expect(sums.get('1-0-7')).toBe(12.5)
    expect(sums.get('1-2-7')).toBe(10.5)
    expect(sums.get('1-2-8')).toBe(0)
    expect(live.collections).toEqual({ totalPlaypoints: 999.99, totalWinpoints: 0.5, totalDraw: 12.55 })
    expect(live.percentageData).toEqual([{ gameBalance: -123.45 }])
    expect(live.lastData.data).toEqual([{ drawno: '1-2-3', booster: 2 }])
  })

  it('of Andhar Bahar has suits and sides', async () => {
    const live = LiveGame.parse((await load(superadmin, admin.accountId, gameCodes.andharBahar)).body.data)
    expect([live.data.length, live.dataColors.length, live.dataCardTypes.length]).toEqual([13, 4, 2])
  })

  it("answers another's, a missing, an inactive and an unassigned one alike", async () => {
    const refusals = await Promise.all([
      load(actorOf(rival), admin.accountId, 'Quickest'),
      load(superadmin, makeActor().accountId, 'Quickest'),
      load(superadmin, manager.accountId, 'Quickest'),
      load(superadmin, admin.accountId, 'Nowhere1'),
      load(superadmin, admin.accountId, 'Sleeping'),
      load(superadmin, rival.accountId, gameCodes.tripleFun),
    ])
    expect(refusals.map(({ status, body }) => `${status} ${body.message}`)).toEqual(
      refusals.map(() => '404 Not found.'),
    )
    expect((await load(actorOf(manager), admin.accountId, 'Quickest')).status).toBe(403)
  })

  it('takes nobody at his word', async () => {
    const path = `/live/loadgame?adminId=${admin.accountId}&gameId=Quickest&id=${admin.accountId}&role=superadmin`
    expect((await call(actorOf(rival), `GET ${path}`)).status).toBe(404)
    expect((await load(superadmin, '$ne', 'Quickest')).status).toBe(400)
  })
})

describe('the timer', () => {
  it('reads mm:ss for every role and jumps to the full length at a draw', async () => {
    const read = async () => (await call(actorOf(player), 'GET /app/gettimer?gameId=Quickest')).body
    const first = await read()
    expect(first.time).toMatch(/^00:0[12]$/)
    expect(first.data).toBe(first.time)
    const next = await eventually(async () => {
      const body = await read()
      return body.drawAt !== first.drawAt && body
    })
    expect(Date.parse(String(next.drawAt)) - Date.parse(String(first.drawAt))).toBe(2_000)
    expect(Date.parse(String(next.now))).toBeGreaterThanOrEqual(Date.parse(String(first.drawAt)))
  })

  it('does not know a game that is not there', async () => {
    expect((await call(superadmin, 'GET /app/gettimer?gameId=Nowhere1')).status).toBe(404)
    expect((await call(superadmin, 'GET /app/gettimer')).status).toBe(400)
  })
})

describe('the live feed', () => {
  const ask = (accountId: string, role: 'superadmin' | 'admin' | 'superareamanager', adminId: string) =>
    internal(liveInternal.snapshot, { body: { accountId, role, adminId, gameId: 'Quickest' } })

  it('brings every new draw of a pair that was asked for', async () => {
    const told: LiveGame[] = []
    await accounts.bus.listen(liveFeedSubject(admin.accountId, 'Quickest'), payload =>
      told.push(LiveGame.parse(payload)),
    )
    const snapshot = await ask(admin.accountId, 'admin', admin.accountId)
    await eventually(async () => told.length >= 2)
    const [first, second] = told
    expect(Date.parse(first?.drawAt ?? '')).toBe(Date.parse(snapshot.drawAt) + 2_000)
    expect(Date.parse(second?.drawAt ?? '')).toBe(Date.parse(snapshot.drawAt) + 4_000)
    expect(first?.data.map(option => option.drawno)).toEqual(['1', '2', '3'])
  })

  it('checks the scope of each question', async () => {
    await expect(ask(rival.accountId, 'admin', admin.accountId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(ask(manager.accountId, 'superareamanager', admin.accountId)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect((await ask(root.accountId, 'superadmin', rival.accountId)).adminId).toBe(rival.accountId)
  })
})

describe('changes of games and accounts', () => {
  it('take effect, the newest version whatever the order', async () => {
    const removed = makeGame('Quickest', { timecount: 2, nodigit: 3, deleted: true, version: 3 })
    const older = makeGame('Quickest', { timecount: 2, nodigit: 3, version: 2 })
    await producer.emit({ type: 'games.game.removed.v1', data: removed })
    await producer.emit({ type: 'games.game.updated.v1', data: older })
    await accounts.emit({ type: 'accounts.account.deleted.v1', data: { ...rival, deleted: true, version: 2 } })
    await eventually(async () => {
      const { body } = await call(superadmin, 'GET /live/games')
      return (body.data as unknown[]).length === 2
    })
    expect((await load(superadmin, admin.accountId, 'Quickest')).status).toBe(404)
  })
})

const liveDb = async () => accounts.client.db(`${namespace}-live`)
