import { gameCodes } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import { beforeAll, describe, expect, it } from 'vitest'
import { api, newSuperadmin } from '../support/suite'
import { createBranch } from '../support/world'
import { type LiveWorld, makeLiveWorld } from './live-world'

const patience = { timeout: 60_000, interval: 200 }
const gameId = gameCodes.funTarget

let world: LiveWorld
beforeAll(async () => {
  world = await makeLiveWorld()
}, 180_000)

const ask = (path: string, token?: string) => api.send('GET', path, token === undefined ? {} : { token })
const timerPath = (id: string) => `/app/gettimer?gameId=${id}`
const limitsPath = (adminId: string, id: string = gameId) => `/live/limits?adminId=${adminId}&gameId=${id}`

describe('the timer of a game', () => {
  it('tells anybody who is signed in how long it is until the draw', async () => {
    for (const { token } of [world.player, world.admin, world.superadmin]) {
      const { status, body } = await ask(timerPath(gameId), token)
      expect(status).toBe(200)
      const { data, time, now, lockAt, drawAt } = liveApi.timer.answer.parse(body)
      const leftMs = Date.parse(drawAt) - Date.parse(now)
      const [minutes = Number.NaN, seconds = Number.NaN] = time.split(':').map(Number)
      expect(time).toMatch(/^\d\d:\d\d$/)
      expect(data).toBe(time)
      expect(Math.abs(minutes * 60 + seconds - leftMs / 1_000)).toBeLessThanOrEqual(1)
      expect(Date.parse(lockAt)).toBeLessThanOrEqual(Date.parse(drawAt))
      expect(leftMs).toBeGreaterThanOrEqual(0)
    }
  })

  it('is told to nobody else, and of no game that there is not', async () => {
    expect((await ask(timerPath(gameId))).status).toBe(401)
    expect((await ask(timerPath('NoSuchGame'), world.player.token)).status).toBe(404)
    expect((await ask('/app/gettimer', world.player.token)).status).toBe(400)
  })
})

describe('the limits of a draw', () => {
  const limits = async () => {
    const { status, body } = await ask(limitsPath(world.branch.admin._id), world.admin.token)
    expect(status).toBe(200)
    return liveApi.limits.answer.parse(body).data
  }

  it('tell what is staked on each option, the largest first, against the most that the game allows', async () => {
    const game = await world.live(gameId)
    // A draw may end between the bets and the question: then they are placed again, on the next one.
    await expect
      .poll(async () => {
        const first = await world.bet(gameId, '4', 10)
        const second = await world.bet(gameId, '6', 25)
        const { legs } = await limits()
        const { drawId } = await world.live(gameId)
        if (first.drawId !== drawId || second.drawId !== drawId) return 'drawn meanwhile'
        return legs.slice(0, 2)
      }, patience)
      .toMatchObject([{ drawno: '6' }, { drawno: '4' }])
    const { legs, liability, stops } = await limits()
    expect(stops).toEqual({ game: false, admin: false, everywhere: false })
    expect(liability.most).toBe(game.limits.liabilityMax)
    for (const leg of legs) expect(leg.most).toBe(game.limits.drawOptionMax)
  })

  it('are for those above the players, and of another admin there are none', async () => {
    const other = await createBranch(api, await newSuperadmin())
    const statusOf = async (adminId: string, token: string, id?: string) =>
      (await ask(limitsPath(adminId, id), token)).status
    expect(await statusOf(world.branch.admin._id, world.player.token)).toBe(403)
    expect(await statusOf(other.admin._id, world.admin.token)).toBe(404)
    expect(await statusOf('nobody', world.admin.token)).toBe(404)
    expect(await statusOf(world.branch.admin._id, world.admin.token, 'NoSuchGame')).toBe(404)
  })
})
