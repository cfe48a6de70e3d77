import { gameCodes } from '@cascade/contracts/games'
import { eventually, makeActor, startServiceWorld } from '@cascade/service-kit/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { gamesService } from '../service'

const superadmin = makeActor()
const admin = makeActor({ role: 'admin' })

const world = await startServiceWorld(gamesService)
afterAll(() => world.stop())

describe('the game list', () => {
  it('contains the thirteen master games with their times', async () => {
    const { status, body } = await world.call(admin, 'GET /game')
    const games = body.data as { gameId: string; gameName: string; timeId: { timecount: number }[] }[]
    expect(status).toBe(200)
    expect(body.total).toBe(13)
    expect(new Set(games.map(game => game.gameId))).toEqual(new Set(Object.values(gameCodes)))
    expect(games.find(game => game.gameId === 'zuuhVbBM')).toMatchObject({
      gameName: 'Triple Fun',
      timeId: [{ timecount: 120 }],
    })
  })

  it('supports search, sorting and paging', async () => {
    const { body } = await world.call(superadmin, 'GET /game?q=lucky&sort=nodigit&order=desc&page=1&size=2')
    const games = body.data as { gameName: string }[]
    expect(body.total).toBe(3)
    expect(games.map(game => game.gameName)).toEqual(['Lucky 16', 'Lucky 12'])
    expect((await world.call(superadmin, 'GET /game?sort=password')).status).toBe(400)
  })

  it('publishes each seeded game and description once, also after a second start', async () => {
    await eventually(async () => (await world.events('games.game.created.v1')).length === 13)
    await eventually(async () => (await world.events('games.description.changed.v1')).length === 13)
    const another = await world.startAnother()
    expect((await another.call(admin, 'GET /game')).body.total).toBe(13)
    await another.stop()
    expect(await world.db.collection('outbox').countDocuments()).toBe(26)
  })
})
