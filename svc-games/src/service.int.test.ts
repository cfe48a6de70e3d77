import { gameCodes } from '@cascade/contracts/games'
import { connectMongo, readFeed } from '@cascade/service-kit'
import {
  eventually,
  freePort,
  makeActor,
  makeNamespace,
  makeServiceEnv,
  makeTestApi,
  makeTestKeys,
} from '@cascade/service-kit/testing'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startGames } from './service'

const namespace = makeNamespace('games')
const superadmin = makeActor()
const admin = makeActor({ role: 'admin' })
let call: ReturnType<typeof makeTestApi>
let env: ReturnType<typeof makeServiceEnv>
let stop: () => Promise<void>

beforeAll(async () => {
  const keys = await makeTestKeys(['gateway', 'svc-games'])
  const port = await freePort()
  const servers = { mongodbUri: inject('mongodbUri'), natsUrl: inject('natsUrl') }
  env = makeServiceEnv({ domain: 'games', ports: { games: port }, keys, namespace, ...servers })
  stop = await startGames(env)
  call = makeTestApi(keys, 'games', port)
})
afterAll(() => stop?.())

describe('games', () => {
  it('lists the thirteen games of the master data with their times', async () => {
    const { status, body } = await call(admin, 'GET', '/api/game')
    const games = body.data as { gameId: string; gameName: string; timeId: { timecount: number }[] }[]
    expect(status).toBe(200)
    expect(body.total).toBe(13)
    expect(new Set(games.map(game => game.gameId))).toEqual(new Set(Object.values(gameCodes)))
    expect(games.find(game => game.gameId === 'zuuhVbBM')).toMatchObject({
      gameName: 'Triple Fun',
      timeId: [{ timecount: 120 }],
    })
  })

  it('searches, sorts and pages', async () => {
    const { body } = await call(superadmin, 'GET', '/api/game?q=lucky&sort=nodigit&order=desc&page=1&size=2')
    const games = body.data as { gameName: string }[]
    expect(body.total).toBe(3)
    expect(games.map(game => game.gameName)).toEqual(['Lucky 16', 'Lucky 12'])
    expect((await call(superadmin, 'GET', '/api/game?sort=password')).status).toBe(400)
  })

  it('writes one event for each seeded game, and none at a second start', async () => {
    const { db, close } = await connectMongo(env.MONGODB_URI, env.MONGODB_DB)
    const events = await eventually(async () => {
      const feed = await readFeed(db, 0, 100)
      return feed.head === 13 && feed.events
    })
    expect(new Set(events.map(event => event.type))).toEqual(new Set(['games.game.created.v1']))
    const stopSecond = await startGames({ ...env, PORT: await freePort() })
    await stopSecond()
    expect(await db.collection('games').countDocuments()).toBe(13)
    expect(await db.collection('outbox').countDocuments()).toBe(13)
    await close()
  })
})

describe('times', () => {
  it('lists the seeded times, shortest first', async () => {
    const { body } = await call(admin, 'GET', '/api/time/timelist')
    expect((body.data as { timecount: number }[]).map(time => time.timecount).slice(0, 3)).toEqual([60, 120, 180])
  })

  it('adds a time once', async () => {
    const created = await call(superadmin, 'POST', '/api/time/create', { timecount: 300 })
    expect(created).toMatchObject({ status: 201, body: { success: true, data: { timecount: 300 } } })
    const again = await call(superadmin, 'POST', '/api/time/create', { timecount: 300 })
    expect(again).toMatchObject({ status: 409, body: { success: false, code: 'CONFLICT' } })
    const list = (await call(superadmin, 'GET', '/api/time/timelist')).body.data as { timecount: number }[]
    expect(list.filter(time => time.timecount === 300)).toHaveLength(1)
  })

  it.each([
    {},
    { timecount: 9 },
    { timecount: 86_401 },
    { timecount: 60.5 },
    { timecount: '60' },
    { timecount: { $gt: 1 } },
  ])('refuses %j', async body => {
    const { status, body: answer } = await call(superadmin, 'POST', '/api/time/create', body)
    expect(status).toBe(400)
    expect(answer.errors).toHaveProperty('timecount')
  })

  it('lets only a superadmin add one', async () => {
    expect((await call(admin, 'POST', '/api/time/create', { timecount: 90 })).status).toBe(403)
  })
})
