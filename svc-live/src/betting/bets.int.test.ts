import { randomUUID } from 'node:crypto'
import { creditTexts } from '@cascade/contracts/accounts'
import { type GameDescription, gameCodes } from '@cascade/contracts/games'
import {
  type Bet,
  betTexts,
  DrawSettled,
  type HistoryRow,
  type LiveGame,
  liveApi,
  TicketClaimed,
} from '@cascade/contracts/live'
import { masterDescription } from '@cascade/draw-rules/master'
import { accountsOf } from '@cascade/service-kit'
import { eventually } from '@cascade/service-kit/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { type LiveWorld, startLiveWorld } from '../testing/world'

const digits = masterDescription(gameCodes.funTarget) as GameDescription
const limits = { betMin: 2, betMax: 100, betStep: 2, drawOptionMax: 150, playerDayMax: 400, liabilityMax: 3_000 }
const [plain, strict] = ['plain', 'strict']

const world = await startLiveWorld({ [plain]: digits, [strict]: { ...digits, limits } })
afterAll(() => world.stop())

type Player = Awaited<ReturnType<LiveWorld['player']>>
type Placing = { gameId?: string; bets: Bet[]; drawId?: string; key?: string }

const on = (drawno: string, quantity: number): Bet => ({ type: 'straight', drawno, quantity })

async function place(player: Player, { gameId = strict, bets, drawId, key }: Placing) {
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
  const { status, body } = await world.call(
    player.actor,
    'POST /app/createbet',
    { gameId, bets, ...(drawId && { drawId }) },
    headers,
  )
  const { message, data = {} } = body as { message?: string; data?: { ticketId?: string; drawId?: string } }
  return { status, message, ...data }
}
const loadGame = async (gameId: string) =>
  (await world.callOk<{ data: LiveGame }>(world.admin, `GET /live/loadgame?adminId=${world.adminId}&gameId=${gameId}`))
    .data
const nextDraw = async (gameId: string) => world.finish((await loadGame(gameId)).drawId)

describe('placing a bet', () => {
  it('rejects an invalid bet with a reason and moves no points', async () => {
    const player = await world.player(50)
    const refusals: [Bet[], string | RegExp][] = [
      [[], betTexts.none],
      [[on('11', 2)], betTexts.unknown],
      [[{ type: 'corner', drawno: '1', quantity: 2 }], 'Not a bet of this game. It takes: straight.'],
      [[on('1', 1)], /./],
      [[on('1', 3)], /./],
      [[on('1', 102)], /./],
      [[on('1', 60)], creditTexts.insufficient],
    ]
    for (const [bets, message] of refusals) {
      const answer = await place(player, { bets })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      if (typeof message === 'string') expect(answer.message).toBe(message)
    }
    expect(player.balance()).toBe(50)
  })

  it('books a repeated bet once, and rejects another bet under the same key', async () => {
    const player = await world.player(50)
    const placing = { bets: [on('4', 10)], key: randomUUID() }
    const first = await place(player, placing)
    expect(first.status).toBe(201)
    const again = await Promise.all(Array.from({ length: 10 }, () => place(player, placing)))
    expect(new Set(again.map(({ ticketId }) => ticketId))).toEqual(new Set([first.ticketId]))
    expect((await place(player, { ...placing, bets: [on('5', 10)] })).status).toBe(422)
    expect(player.balance()).toBe(40)
  })

  it('accepts bets of all players on an option up to its limit, not beyond', async () => {
    const players = [await world.player(400), await world.player(400)]
    const sent = players.flatMap(player => Array.from({ length: 4 }, () => place(player, { bets: [on('9', 50)] })))
    const answers = await Promise.all(sent)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(answers.filter(({ message }) => message === betTexts.full)).toHaveLength(5)
  })

  it('rejects bets above the daily limit of a player, across draws', async () => {
    const player = await world.player(1_000)
    for (const drawno of ['1', '2']) expect(await place(player, { bets: [on(drawno, 100)] })).toMatchObject(placed)
    await nextDraw(strict)
    for (const drawno of ['3', '4']) expect(await place(player, { bets: [on(drawno, 100)] })).toMatchObject(placed)
    expect((await place(player, { bets: [on('5', 2)] })).message).toBe(betTexts.dayLimit)
    expect(player.balance()).toBe(600)
  })

  it('rejects a bet on a closed draw', async () => {
    const player = await world.player(10)
    const { drawId } = await loadGame(plain)
    await nextDraw(plain)
    const answer = await place(player, { gameId: plain, bets: [on('1', 10)], drawId })
    expect([answer.status, answer.message]).toEqual([409, betTexts.closed])
    expect(player.balance()).toBe(10)
  })
})

const placed = { status: 201 }

/** Places a ticket on a draw with a chosen result, and waits until it is paid. @returns the draw */
async function playChosen(player: Player, bets: Bet[], result: string): Promise<string> {
  const { drawId } = await world.choose(plain, { result })
  expect(await place(player, { gameId: plain, bets, drawId })).toMatchObject(placed)
  await world.finish(drawId)
  return drawId
}

describe('settlement', () => {
  it('publishes a settled draw with the commission rates at settlement, whatever they become later', async () => {
    const player = await world.player(10)
    const { accountId } = player.actor
    await accountsOf(world.db).updateOne({ _id: accountId }, { $set: { commissionBp: 250 } })
    await playChosen(player, [on('1', 10)], '2')
    const settled = await world.events<DrawSettled['data']>(DrawSettled.shape.type.value)
    const [own] = settled.flatMap(({ players }) => players.filter(({ id }) => id === accountId))
    expect(own).toMatchObject({ play: '1000', rates: { player: 250, master: 0 } })
  })
})

const correct = async (drawId: string, result: string) => {
  const body = { drawId, result, boosterValue: 1, reason: 'Read wrongly' }
  await world.callOk(world.admin, 'POST /live/correctresult', body)
  return world.waitUntilSettled(drawId)
}
const take = async (player: Player) => (await world.callOk<{ data: object }>(player.actor, 'POST /app/take', {})).data

const expectReported = (player: Player, won: number, claimed: number) =>
  expect
    .poll(async () => {
      const settled = await world.events<DrawSettled['data']>(DrawSettled.shape.type.value)
      const claims = await world.events<TicketClaimed['data']>(TicketClaimed.shape.type.value)
      const own = settled.flatMap(({ players }) => players.filter(({ id }) => id === player.actor.accountId))
      const sum = (amounts: (string | undefined)[]) =>
        amounts.reduce((total, amount = '0') => total + Number(amount), 0) / 100
      const { data: rows } = await world.callOk<{ data: HistoryRow[] }>(
        world.superadmin,
        `GET ${liveApi.history.path}?userId=${player.actor.accountId}`,
      )
      expect(rows.every(({ winpoints, claimdate }) => winpoints > 0 || claimdate === null)).toBe(true)
      const ofClaims = claims.filter(claim => claim.player.id === player.actor.accountId).map(({ amount }) => amount)
      return {
        won: sum(own.map(({ win }) => win)),
        claimed: sum([...ofClaims, ...own.map(({ claim }) => claim)]),
        listed: rows.reduce((total, { winpoints }) => total + winpoints, 0),
      }
    })
    .toEqual({ won, claimed, listed: won })

describe('result correction', () => {
  it('leaves a debt when the win is spent, which the next wins pay', async () => {
    const player = await world.player(10)
    const won = await playChosen(player, [on('7', 10)], '7')
    expect(await take(player)).toMatchObject({ claimed: 90, left: 0, balance: 90 })
    await playChosen(player, [on('1', 90)], '2')
    expect(await correct(won, '3')).toMatchObject({ won: 0, claimed: 0 })
    expect(player.balance()).toBe(0)
    await expectReported(player, 0, 0)

    player.fund(20)
    await playChosen(player, [on('7', 20)], '7')
    expect(await take(player)).toMatchObject({ claimed: 180, recovered: 90, balance: 90 })
    expect(player.balance()).toBe(90)
    await expectReported(player, 180, 180)
  })

  it('recovers a win at once while it is in the wallet, and pays it again when the first result is restored', async () => {
    const player = await world.player(10)
    const won = await playChosen(player, [on('7', 10)], '7')
    await take(player)
    // A late claim would be recovered ten seconds later, and the clock of this world stands still.
    await expectReported(player, 90, 90)
    await correct(won, '3')
    await expect.poll(player.balance).toBe(0)
    await expectReported(player, 0, 0)
    await correct(won, '7')
    await eventually(async () => {
      await take(player)
      return player.balance() === 90
    })
    await expectReported(player, 90, 90)
  })
})
