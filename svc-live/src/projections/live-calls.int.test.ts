import { type GameDescription, gameCodes } from '@cascade/contracts/games'
import { type LiveGame, liveApi, liveInternal, type PlacedBet } from '@cascade/contracts/live'
import { masterDescription } from '@cascade/draw-rules/master'
import { makeAccount } from '@cascade/service-kit/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { storeAccounts } from '../testing/make-player'
import { startLiveWorld } from '../testing/world'

const gameId = gameCodes.funTarget
const description = masterDescription(gameId) as GameDescription

const world = await startLiveWorld({ [gameId]: description })
const player = await world.player(1_000)
afterAll(() => world.stop())

const timerOf = (id: string) => `${liveApi.timer.path}?gameId=${id}`
const limitsOf = (adminId: string, id: string = gameId) => `${liveApi.limits.path}?adminId=${adminId}&gameId=${id}`

describe('game timer', () => {
  it('shows any signed-in user the time to the draw, by the clock that draws it', async () => {
    for (const actor of [player.actor, world.admin, world.superadmin]) {
      const { status, body } = await world.call(actor, `GET ${timerOf(gameId)}`)
      expect(status).toBe(200)
      const { data, time, now, lockAt, drawAt } = liveApi.timer.response.parse(body)
      const leftMs = Date.parse(drawAt) - Date.parse(now)
      const [minutes = Number.NaN, seconds = Number.NaN] = time.split(':').map(Number)
      expect(time).toMatch(/^\d\d:\d\d$/)
      expect(data).toBe(time)
      expect(minutes * 60 + seconds).toBe(leftMs / 1_000)
      expect(Date.parse(drawAt) - Date.parse(lockAt)).toBe(description.draw.lockSeconds * 1_000)
    }
    const before = liveApi.timer.response.parse((await world.call(player.actor, `GET ${timerOf(gameId)}`)).body)
    await world.moveTo(Date.parse(before.drawAt))
    const after = liveApi.timer.response.parse((await world.call(player.actor, `GET ${timerOf(gameId)}`)).body)
    const length = description.draw.intervalSeconds
    expect(Date.parse(after.drawAt) - Date.parse(before.drawAt)).toBe(length * 1_000)
  })

  it('rejects users who are not signed in, and unknown games', async () => {
    expect((await fetch(`${world.url}${timerOf(gameId)}`)).status).toBe(401)
    expect((await world.call(player.actor, `GET ${timerOf('NoSuchGame')}`)).status).toBe(404)
    expect((await world.call(player.actor, `GET ${liveApi.timer.path}`)).status).toBe(400)
  })
})

describe('draw limits', () => {
  const limits = async () => {
    const { status, body } = await world.call(world.admin, `GET ${limitsOf(world.adminId)}`)
    expect(status).toBe(200)
    return liveApi.limits.response.parse(body).data
  }

  it('shows the stake per option, largest first, with the limit of the game', async () => {
    const query = `adminId=${world.adminId}&gameId=${gameId}`
    const { data: game } = await world.callOk<{ data: LiveGame }>(world.admin, `GET ${liveApi.loadGame.path}?${query}`)
    for (const [drawno, quantity] of [
      ['4', 10],
      ['6', 25],
    ]) {
      const bets = [{ type: 'straight', drawno, quantity }]
      await world.callOk(player.actor, `POST ${liveApi.createBet.path}`, { gameId, bets })
    }
    await expect.poll(async () => (await limits()).legs).toMatchObject([{ drawno: '6' }, { drawno: '4' }])
    const { legs, liability, stops } = await limits()
    expect(stops).toEqual({ game: false, admin: false, everywhere: false })
    expect(liability.most).toBe(game.limits.liabilityMax)
    for (const leg of legs) expect(leg.most).toBe(game.limits.drawOptionMax)
  })

  it('hides the limits from players and from other admins', async () => {
    const other = makeAccount({ role: 'admin' })
    await storeAccounts(world.db, [other])
    const statusOf = async (actor: typeof world.admin, adminId: string, id?: string) =>
      (await world.call(actor, `GET ${limitsOf(adminId, id)}`)).status
    expect(await statusOf(player.actor, world.adminId)).toBe(403)
    expect(await statusOf(world.admin, other.accountId)).toBe(404)
    expect(await statusOf(world.admin, 'nobody')).toBe(404)
    expect(await statusOf(world.admin, world.adminId, 'NoSuchGame')).toBe(404)
  })
})

describe('the owner of a ticket', () => {
  it('is read with its draw by svc-reports alone, and not found for an unknown ticket', async () => {
    const bets = [{ type: 'straight', drawno: '7', quantity: 5 }]
    const { data: placed } = await world.callOk<{ data: PlacedBet }>(player.actor, `POST ${liveApi.createBet.path}`, {
      gameId,
      bets,
    })
    const reports = await world.callAs('svc-reports')
    const ownerOf = (ticketId: string) => reports(liveInternal.ticketOwner, { body: { ticketId } })
    const owner = { playerId: player.actor.accountId, drawId: placed.drawId }
    await expect.poll(() => ownerOf(placed.ticketId).catch(({ code }) => code)).toEqual(owner)
    await expect(ownerOf(world.adminId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const games = await world.callAs('svc-games')
    const rejected = games(liveInternal.ticketOwner, { body: { ticketId: placed.ticketId } })
    await expect(rejected).rejects.toMatchObject({ reason: 'SERVICE_TOKEN_REFUSED' })
  })
})
