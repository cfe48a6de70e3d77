import { type GameDescription, gameCodes } from '@cascade/contracts/games'
import { type Board, type LiveGame, liveApi } from '@cascade/contracts/live'
import { masterDescription } from '@cascade/draw-rules/master'
import { makeAccount } from '@cascade/service-kit/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { storeAccounts } from '../testing/make-player'
import { type LiveWorld, startLiveWorld } from '../testing/world'

const games = [gameCodes.funTarget, gameCodes.bingo]
const [digits, bingo] = games as [string, string]
const descriptionOf = (gameId: string) => masterDescription(gameId) as GameDescription

const other = makeAccount({ role: 'admin' })
const world = await startLiveWorld(Object.fromEntries(games.map(gameId => [gameId, descriptionOf(gameId)])))
await storeAccounts(world.db, [other])
const player = await world.player(1_000)
afterAll(() => world.stop())

type Actor = LiveWorld['admin']
const boardOf = async (actor: Actor, query = '') =>
  (await world.callOk<{ data: Board }>(actor, `GET ${liveApi.board.path}${query}`)).data
const bet = (gameId: string, drawno: string, quantity: number) =>
  world.call(player.actor, `POST ${liveApi.createBet.path}`, { gameId, bets: [{ type: 'straight', drawno, quantity }] })
const setStop = (actor: Actor, body: object) =>
  world.callOk<{ message: string }>(actor, `POST ${liveApi.setStop.path}`, body)

describe('board', () => {
  it("shows the same figures as the games' own screens, costliest first, with the sums of all", async () => {
    await world.callOk(world.admin, `POST ${liveApi.addBalance.path}`, {
      adminId: world.adminId,
      gameId: digits,
      type: 'add',
      balance: 1_000,
    })
    expect((await bet(bingo, '4', 1)).status).toBe(201)
    expect((await bet(digits, '7', 10)).status).toBe(201)
    await world.choose(digits, { result: '7', boosterValue: 2 })

    await expect.poll(async () => (await boardOf(world.admin)).sums.stake).toBe(11)
    const board = await boardOf(world.admin)
    const query = `adminId=${world.adminId}&gameId=${digits}`
    const { data: live } = await world.callOk<{ data: LiveGame }>(world.admin, `GET ${liveApi.loadGame.path}?${query}`)
    const [first, second] = board.games
    expect(board).toMatchObject({ total: 2, stopped: null })
    expect(board.games.map(({ gameId }) => gameId)).toEqual([digits, bingo])
    expect(first).toMatchObject({
      drawId: live.drawId,
      drawAt: live.drawAt,
      stake: live.collections.totalDraw,
      worst: Math.max(...live.data.map(({ liability }) => liability)),
      worstBoosted: live.highestLiability,
      gameBalance: live.percentageData[0]?.gameBalance,
      pending: { ...live.pending, label: '7', cost: live.highestLiability },
      tickets: 1,
    })
    const { drawnos: _, ...preview } = live.preview ?? {}
    expect(first?.preview).toMatchObject({ ...preview, outcomes: 10 })
    expect(board.sums.worst).toBe((first?.worst ?? 0) + (second?.worst ?? 0))
    expect(board.sums.worstBoosted).toBe(2 * board.sums.worst)
    expect(board.sums.net).toBe(11)
  })

  it('shows a superadmin the games of all admins or of one, an admin their own, and lower roles none', async () => {
    const admins = async (actor: Actor, query?: string) => [
      ...new Set((await boardOf(actor, query)).games.map(({ adminId }) => adminId)),
    ]
    expect((await admins(world.superadmin)).sort()).toEqual([other.accountId, world.adminId].sort())
    expect(await admins(world.superadmin, `?adminId=${other.accountId}`)).toEqual([other.accountId])
    expect(await admins(world.admin)).toEqual([world.adminId])
    expect(await admins(world.admin, `?adminId=${other.accountId}`)).toEqual([])
    expect((await world.call(player.actor, `GET ${liveApi.board.path}`)).status).toBe(403)
    expect((await world.call(world.admin, `GET ${liveApi.board.path}?page=2`)).status).toBe(400)
  })
})

describe('stopping everything', () => {
  const stopsOf = async (actor: Actor, adminId: string, gameId: string) =>
    (await boardOf(actor)).games.find(each => each.adminId === adminId && each.gameId === gameId)?.stops

  it("stops an admin's own games, and its end leaves other stops in force", async () => {
    await setStop(world.admin, { adminId: world.adminId, gameId: bingo, stopped: true })
    await setStop(world.admin, { everything: true, stopped: true, reason: 'Power cut' })
    const { stopped } = await boardOf(world.admin)
    expect(stopped).toMatchObject({ adminId: world.adminId, gameId: null, reason: 'Power cut' })
    expect((await bet(digits, '7', 1)).body).toMatchObject({ message: 'Betting is stopped.' })
    expect(await stopsOf(world.superadmin, other.accountId, digits)).toMatchObject({ admin: false, everywhere: false })

    // Pressed twice, it stays the stop of the first operator.
    await setStop(world.superadmin, { adminId: world.adminId, gameId: digits, stopped: false })
    await setStop(world.admin, { everything: true, stopped: true, reason: 'Another' })
    expect((await boardOf(world.admin)).stopped).toEqual(stopped)

    await setStop(world.admin, { everything: true, stopped: false })
    expect((await boardOf(world.admin)).stopped).toBeNull()
    expect((await bet(digits, '7', 1)).status).toBe(201)
    expect(await stopsOf(world.admin, world.adminId, bingo)).toEqual({ game: true, admin: false, everywhere: false })
  })

  it('stops the games of all admins for a superadmin, and no admin can end it', async () => {
    await setStop(world.superadmin, { everything: true, stopped: true })
    expect((await boardOf(world.superadmin)).games.map(({ stops }) => stops.everywhere)).toEqual(Array(4).fill(true))
    await setStop(world.admin, { everything: true, stopped: false })
    expect(await stopsOf(world.admin, world.adminId, digits)).toMatchObject({ everywhere: true })
    expect((await bet(digits, '7', 1)).body).toMatchObject({ message: 'Betting is stopped.' })
    await setStop(world.superadmin, { everything: true, stopped: false })
    expect((await bet(digits, '7', 1)).status).toBe(201)
  })

  it('rejects a stop of everything with another target, and one that is not explicit', async () => {
    for (const target of [{}, { everything: true, gameId: digits }, { everything: false }]) {
      const { status } = await world.call(world.superadmin, `POST ${liveApi.setStop.path}`, {
        ...target,
        stopped: true,
      })
      expect(status).toBe(400)
    }
    expect((await boardOf(world.superadmin)).stopped).toBeNull()
  })
})
