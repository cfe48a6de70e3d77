import { randomUUID } from 'node:crypto'
import { accountApi } from '@cascade/contracts/accounts'
import { type GameDescription, gameCodes } from '@cascade/contracts/games'
import { type Bet, betTexts, liveApi } from '@cascade/contracts/live'
import { reportsApi } from '@cascade/contracts/reports'
import { masterDescription } from '@cascade/draw-rules/master'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Session } from '../support/api'
import { makeQuickGame } from '../support/quick-game'
import { api, newSuperadmin } from '../support/suite'
import { type Branch, balanceOf, createAccount, createBranch, fund } from '../support/world'

const patience = { timeout: 60_000, interval: 200 }
const limits = { betMin: 2, betMax: 100, betStep: 2, drawOptionMax: 150, playerDayMax: 400, liabilityMax: 3_000 }

let superadmin: Session
let branch: Branch
let admin: Session
let plain: string
let strict: string

beforeAll(async () => {
  superadmin = await newSuperadmin()
  branch = await createBranch(api, superadmin)
  const digits = masterDescription(gameCodes.funTarget) as GameDescription
  const games = [
    await makeQuickGame(api, superadmin, 'Plain', digits),
    await makeQuickGame(api, superadmin, 'Strict', { ...digits, limits }),
  ]
  const body = { games: games.map(({ _id }) => _id) } as never
  await api.call(accountApi.admin.update, superadmin, { params: { id: branch.admin._id }, body })
  admin = await api.login(branch.admin.username)
  const [first, second] = games.map(({ gameId }) => gameId)
  plain = first ?? ''
  strict = second ?? ''
  await vi.waitFor(async () => {
    expect((await loadGame(plain)).timecount).toBe(10)
    expect((await loadGame(strict)).limits).toMatchObject(limits)
  }, patience)
}, 180_000)

const loadGame = async (gameId: string) =>
  (await api.call(liveApi.loadGame, admin, { query: { adminId: branch.admin._id, gameId } })).data

async function newPlayer(points: number): Promise<Session> {
  const { _id, username } = await createAccount(api, superadmin, 'player', branch.master._id)
  await fund(api, superadmin, 'player', _id, points)
  return api.login(username)
}

type Placing = { gameId?: string; bets: Bet[]; drawId?: string; key?: string }

const place = ({ token }: Session, { gameId = strict, bets, drawId, key }: Placing) =>
  api.send('POST', liveApi.createBet.path, {
    ...{ token, body: { gameId, bets, ...(drawId ? { drawId } : {}) } },
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  })
const on = (drawno: string, quantity: number): Bet => ({ type: 'straight', drawno, quantity })
const wasPlaced = (status: number) => status === liveApi.createBet.status
const balance = (player: Session) => balanceOf(api, superadmin, player.user._id)

/** A bet on the draw that is open; one that has just closed is no answer. */
const bet = (player: Session, placing: Placing) =>
  vi.waitFor(async () => {
    const answer = await place(player, placing)
    expect(answer.body.message).not.toBe(betTexts.closed)
    return answer
  }, patience)

describe('A bet', () => {
  it('is refused with a word why, and moves no points then', async () => {
    const player = await newPlayer(50)
    const refusals: [Bet[], string | RegExp][] = [
      [[], betTexts.none],
      [[on('11', 2)], betTexts.unknown],
      [[{ type: 'corner', drawno: '1', quantity: 2 }], 'Not a bet of this game. It takes: straight.'],
      [[on('1', 1)], /./],
      [[on('1', 3)], /./],
      [[on('1', 102)], /./],
      [[on('1', 60)], 'Insufficient balance.'],
    ]
    for (const [bets, message] of refusals) {
      const { status, body } = await bet(player, { bets })
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
      if (typeof message === 'string') expect(body.message).toBe(message)
    }
    expect(await balance(player)).toBe(50)
  })

  it('is booked once however often it is sent, and its key belongs to no other', async () => {
    const player = await newPlayer(50)
    // A draw that closes decides the key: the next try needs another one.
    const { placing, first } = await vi.waitFor(async () => {
      const placing = { bets: [on('4', 10)], key: randomUUID() }
      const first = await place(player, placing)
      expect(wasPlaced(first.status)).toBe(true)
      return { placing, first }
    }, patience)
    const again = await Promise.all(Array.from({ length: 10 }, () => place(player, placing)))
    const ids = [first, ...again].map(({ body }) => (body.data as { ticketId?: string } | undefined)?.ticketId)
    expect(new Set(ids).size).toBe(1)
    expect((await place(player, { ...placing, bets: [on('5', 10)] })).status).toBe(422)
    expect(await balance(player)).toBe(40)
  })

  it('fills an option up to its limit, whoever stakes, and not beyond', async () => {
    const players = await Promise.all([newPlayer(400), newPlayer(400)])
    await vi.waitFor(async () => {
      const { drawId } = await loadGame(strict)
      const sent = players.flatMap(player =>
        Array.from({ length: 4 }, () => place(player, { bets: [on('9', 50)], drawId })),
      )
      const answers = await Promise.all(sent)
      const closed = answers.filter(({ body }) => body.message === betTexts.closed)
      expect(closed).toHaveLength(0)
      expect(answers.filter(({ status }) => wasPlaced(status))).toHaveLength(3)
      expect(answers.filter(({ body }) => body.message === betTexts.full)).toHaveLength(5)
    }, patience)
  })

  it('is refused above what a player may stake on a day, in whatever draws', async () => {
    const player = await newPlayer(1_000)
    for (const drawno of ['1', '2', '3', '4']) {
      expect(wasPlaced((await bet(player, { bets: [on(drawno, 100)] })).status)).toBe(true)
    }
    const refused = await bet(player, { bets: [on('5', 2)] })
    expect(refused.body.message).toBe(betTexts.dayLimit)
    expect(await balance(player)).toBe(600)
  })
})

/** A ticket on a draw whose result is chosen; again when the draw comes before the bet. */
async function playChosen(player: Session, bets: Bet[], result: string) {
  for (let tries = 6; tries > 0; tries--) {
    const body = { adminId: branch.admin._id, gameId: plain, result, boosterValue: 1 } as never
    const { drawId } = (await api.call(liveApi.addResult, admin, { body })).data.pending
    const drawAtMs = Number(drawId.split('_').at(-1)) * 1_000
    while (Date.now() < drawAtMs) {
      const { status, body: placed } = await place(player, { gameId: plain, bets, drawId })
      if (wasPlaced(status)) return liveApi.createBet.answer.parse(placed).data
      await new Promise(resolve => setTimeout(resolve, 200))
    }
  }
  throw new Error('No bet was in time')
}

const settled = (drawId: string) =>
  vi.waitFor(async () => {
    const { data } = await api.call(liveApi.draw, admin, { params: { drawId } })
    expect(data.state).toBe('settled')
    return data
  }, patience)
/** What every report says of a player's wins and of what was claimed of them, once they have heard of it. */
const reported = (player: Session, won: number, claimed: number) =>
  vi.waitFor(async () => {
    const { _id, username } = player.user
    const { data: online } = await api.call(reportsApi.onlinePlayers, superadmin, {
      query: { loginid: branch.master._id, q: username },
    })
    expect(online).toMatchObject([{ winPoints: won, claimPoints: claimed }])
    const { data: turnover } = await api.call(reportsApi.turnover, superadmin, {
      query: { id: branch.master._id, q: username },
    })
    expect(turnover).toMatchObject([{ winPoints: won }])
    const { data: weeks } = await api.call(reportsApi.weeks, superadmin, { query: { id: _id } })
    expect(weeks.thisWeek.won).toBe(won)
    const { data: bets } = await api.call(liveApi.history, superadmin, { query: { userId: _id } })
    expect(bets.reduce((sum, { winpoints }) => sum + winpoints, 0)).toBe(won)
    expect(bets.every(({ winpoints, claimdate }) => winpoints > 0 || claimdate === null)).toBe(true)
  }, patience)

const take = async (player: Session) => (await api.call(liveApi.take, player, { body: {} })).data

describe('A corrected result', () => {
  it('leaves a debt where its win is spent, which the next wins pay', { timeout: 240_000 }, async () => {
    const player = await newPlayer(10)
    const won = await playChosen(player, [on('7', 10)], '7')
    await settled(won.drawId)
    expect(await take(player)).toMatchObject({ claimed: 90, left: 0, balance: 90 })
    const spent = await playChosen(player, [on('1', 90)], '2')
    await settled(spent.drawId)

    const correction = { drawId: won.drawId, result: '3', boosterValue: 1, reason: 'Read wrongly' } as never
    await api.call(liveApi.correctResult, admin, { body: correction })
    expect(await settled(won.drawId)).toMatchObject({ won: 0, claimed: 0 })
    expect(await balance(player)).toBe(0)
    await reported(player, 0, 0)

    await fund(api, superadmin, 'player', player.user._id, 20)
    const next = await playChosen(player, [on('7', 20)], '7')
    await settled(next.drawId)
    expect(await take(player)).toMatchObject({ claimed: 180, recovered: 90, balance: 90 })
    expect(await balance(player)).toBe(90)
    await reported(player, 180, 180)
  })

  it('takes a win back at once while it is there, and gives it again with the first result', {
    timeout: 240_000,
  }, async () => {
    const player = await newPlayer(10)
    const won = await playChosen(player, [on('7', 10)], '7')
    await settled(won.drawId)
    await take(player)
    const correct = async (result: string) => {
      const body = { drawId: won.drawId, result, boosterValue: 1, reason: 'Read wrongly' } as never
      await api.call(liveApi.correctResult, admin, { body })
      await settled(won.drawId)
    }
    await correct('3')
    await vi.waitFor(async () => expect(await balance(player)).toBe(0), patience)
    await reported(player, 0, 0)
    await correct('7')
    await vi.waitFor(async () => {
      await take(player)
      expect(await balance(player)).toBe(90)
    }, patience)
    await reported(player, 90, 90)
  })
})
