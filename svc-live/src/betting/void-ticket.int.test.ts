import { type GameDescription, gameCodes } from '@cascade/contracts/games'
import {
  type DrawDocument,
  type DrawSettled,
  type DrawTicket,
  type HistoryRow,
  type LiveGame,
  liveEvents,
  type PlayTicketPage,
  type VoidedTicket,
  voidTexts,
} from '@cascade/contracts/live'
import { masterDescription } from '@cascade/draw-rules/master'
import { verifyRecord, verifyTicket } from '@cascade/draw-rules/verify'
import { actorOf, makeAccount } from '@cascade/service-kit/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { postedBy } from '../ledger/ids'
import type { Ticket } from '../records/ticket'
import { storeAccounts } from '../testing/make-player'
import { endOf, startLiveWorld } from '../testing/world'

const description = masterDescription(gameCodes.funTarget) as GameDescription
const games = ['whole', 'race', 'limits', 'late', 'rights', 'gone', 'own'] as const
const tight = { ...description, limits: { ...description.limits, betMax: 10, playerDayMax: 10 } }
const brief = { ...description, draw: { ...description.draw, voidSeconds: 10 } }
const descriptionOf = (gameId: string) => (gameId === 'limits' ? tight : gameId === 'own' ? brief : description)
const world = await startLiveWorld(Object.fromEntries(games.map(gameId => [gameId, descriptionOf(gameId)])))
afterAll(() => world.stop())

type Game = (typeof games)[number]
type Player = Awaited<ReturnType<typeof world.player>>
const reason = 'The terminal sent it twice'
const { admin, call, callOk } = world

async function bet({ actor }: Player, gameId: Game, quantity: number, drawno = '7') {
  const body = { gameId, bets: [{ type: 'straight', drawno, quantity }] }
  const { data } = await callOk<{ data: { ticketId: string; drawId: string; lockAt: string } }>(
    ...([actor, 'POST /app/createbet', body] as const),
  )
  await expect
    .poll(() => world.db.collection<{ _id: string }>('tickets').findOne({ _id: data.ticketId }))
    .not.toBeNull()
  return data
}

const voidOf = (ticketId: string) => `POST /live/tickets/${ticketId}/void`
const voided = async (ticketId: string) =>
  (await callOk<{ data: VoidedTicket }>(admin, voidOf(ticketId), { reason })).data
const liveGame = async (gameId: Game) =>
  (await callOk<{ data: LiveGame }>(admin, `GET /live/loadgame?adminId=${world.adminId}&gameId=${gameId}`)).data

describe('voiding a ticket', () => {
  it('returns the stake, and the ticket stays in lists, record and tree of the draw, marked void', async () => {
    const player = await world.player(100)
    const { drawId } = await world.choose('whole', { result: '7' })
    const [kept, wrong] = [await bet(player, 'whole', 10), await bet(player, 'whole', 30)]
    const { ticketId } = wrong
    const returned = { stake: 30, by: { username: admin.username, role: 'admin' }, reason }
    expect(await voided(ticketId)).toMatchObject({ ticketId, drawId, state: 'void', void: returned })
    expect(player.balance()).toBe(90)
    expect(await liveGame('whole')).toMatchObject({
      collections: { totalPlaypoints: 10, totalDraw: 10 },
      percentageData: [{ gameBalance: 10 }],
    })
    const history = async (query = '') =>
      (await callOk<{ data: HistoryRow[]; sums: object }>(admin, `GET /history/gamehistory?gameId=whole${query}`)) ?? {}
    const before = await history('&sums=true')
    expect(before.data).toMatchObject([{ ticketId, playpoints: 0, state: 'void', void: returned }, { playpoints: 10 }])
    expect(before.data.map(({ lockAt }) => lockAt)).toEqual([undefined, kept.lockAt])
    expect(before.sums).toEqual({ tickets: 2, playpoints: 10, winpoints: 0 })

    const draw = await world.finish(drawId)
    const [document] = draw.documents as [DrawDocument]
    expect(document.record).toMatchObject({
      tickets: 2,
      voidTickets: 1,
      stakes: { 'straight:7': '1000' },
      payout: '9000',
    })
    const publicKeys = draw.keys
    expect(verifyRecord(document, { publicKeys }).filter(({ ok }) => !ok)).toEqual([])
    const { data: own } = await callOk<{ data: PlayTicketPage }>(player.actor, `GET /play/tickets/${ticketId}`)
    expect(own).toMatchObject({ state: 'void', stake: 0, win: 0, void: { stake: 30, role: 'admin', reason } })
    expect(own.void).not.toHaveProperty('by')
    expect(own.bets.map(({ win }) => win)).toEqual([0])
    expect(verifyTicket(document, own.proof)).toMatchObject({
      ok: true,
      text: `Ticket ${ticketId} was in the draw, void.`,
    })
    const listed = async (state: string) =>
      (await callOk<{ data: { ticketId: string }[] }>(player.actor, `GET /play/tickets?state=${state}`)).data
    expect(await listed('void')).toMatchObject([{ ticketId }])
    expect(await listed('won')).toMatchObject([{ ticketId: kept.ticketId }])
    expect([await listed('lost'), await listed('open')]).toEqual([[], []])
    const tickets = await callOk<{ data: DrawTicket[] }>(admin, `GET /live/draws/${drawId}/tickets`)
    expect(tickets.data).toMatchObject([
      { stake: 10, win: 90 },
      { stake: 0, win: 0, state: 'void', void: returned },
    ])

    const settled = await world.events<DrawSettled['data']>(liveEvents.drawSettled.shape.type.value)
    const players = settled.filter(each => each.drawId === drawId).flatMap(each => each.players)
    expect(players).toMatchObject([{ tickets: 1, play: '1000', win: '9000' }])
    await callOk(admin, 'POST /live/correctresult', { drawId, result: '7', boosterValue: 2, reason: 'Read wrongly' })
    const corrected = await world.waitUntilSettled(drawId)
    expect(corrected.documents.at(-1)?.record).toMatchObject({ voidTickets: 1, payout: '18000' })
    expect(corrected.won).toBe(180)
  })

  it('happens once for concurrent and repeated calls, which get the same answer', async () => {
    const player = await world.player(50)
    const { ticketId } = await bet(player, 'race', 20)
    const answers = await Promise.all(Array.from({ length: 16 }, () => voided(ticketId)))
    answers.push(await voided(ticketId))
    expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
    expect(player.balance()).toBe(50)
    expect((await liveGame('race')).collections.totalPlaypoints).toBe(0)
  })

  it('names the person who voided it to operators, and not to the player', async () => {
    const player = await world.player(50)
    const { ticketId } = await bet(player, 'race', 20)
    const person = { id: 'p1', name: 'Anita Rao' }
    const anita = { ...admin, person: { ...person, rights: ['tickets.void' as const] } }
    const by = { username: admin.username, role: 'admin', person }
    const { data } = await callOk<{ data: VoidedTicket }>(anita, voidOf(ticketId), { reason })
    expect(data).toMatchObject({ void: { by } })
    const history = await callOk<{ data: HistoryRow[] }>(
      admin,
      `GET /history/gamehistory?userId=${player.actor.accountId}`,
    )
    expect(history.data).toMatchObject([{ void: { by } }])
    const own = await callOk<{ data: object }>(player.actor, `GET /play/tickets/${ticketId}`)
    expect(JSON.stringify(own)).not.toContain(person.name)
  })

  it('frees the limits that the bet had used', async () => {
    const player = await world.player(50)
    const { ticketId, drawId } = await bet(player, 'limits', 10)
    const again = { gameId: 'limits', bets: [{ type: 'straight', drawno: '7', quantity: 10 }] }
    expect(await call(player.actor, 'POST /app/createbet', again)).toMatchObject({ body: { reason: 'DAY_LIMIT' } })
    await voided(ticketId)
    await bet(player, 'limits', 10)
    expect(await call(player.actor, 'POST /app/createbet', again)).toMatchObject({ body: { reason: 'DAY_LIMIT' } })
    await world.finish(drawId)
  })

  it('is rejected after the lock, when only a correction decides', async () => {
    const player = await world.player(50)
    const { ticketId, lockAt, drawId } = await bet(player, 'late', 20)
    await world.moveTo(Date.parse(lockAt))
    const rejected = { status: 409, body: { reason: 'DRAW_CLOSED' } }
    expect(await call(admin, voidOf(ticketId), { reason })).toMatchObject(rejected)
    await world.moveTo(endOf(drawId))
    await world.waitUntilSettled(drawId)
    expect(await call(admin, voidOf(ticketId), { reason })).toMatchObject(rejected)
    expect(player.balance()).toBe(30)
  })

  it('is for the admin of the game and superadmins, with a reason', async () => {
    const player = await world.player(50)
    const { ticketId } = await bet(player, 'rights', 20)
    const stranger = makeAccount({ role: 'admin' })
    await storeAccounts(world.db, [stranger])
    expect(await call(actorOf(stranger), voidOf(ticketId), { reason })).toMatchObject({ status: 404 })
    expect(await call(player.actor, voidOf(ticketId), { reason })).toMatchObject({ status: 409 })
    expect(await call(admin, voidOf(ticketId), { reason: '' })).toMatchObject({ status: 400 })
    expect(await call(admin, voidOf('unknown'), { reason })).toMatchObject({ status: 404 })
    expect(await call(world.superadmin, voidOf(ticketId), { reason })).toMatchObject({ status: 200 })
  })

  it("is for the player too, of an own ticket, in the seconds that the game's description allows", async () => {
    const [player, other] = [await world.player(50), await world.player(50)]
    const [first, second] = [await bet(player, 'own', 10), await bet(player, 'own', 20)]
    expect(await call(other.actor, voidOf(first.ticketId), { reason })).toMatchObject({ status: 404 })
    expect(await call(player.actor, voidOf(first.ticketId), { reason })).toMatchObject({ status: 200 })
    expect(player.balance()).toBe(30)
    const booked = await world.db.collection<Pick<Ticket, '_id' | 'at'>>('tickets').findOne({ _id: second.ticketId })
    await world.moveTo((booked?.at.getTime() ?? 0) + 10_000)
    expect(await call(player.actor, voidOf(second.ticketId), { reason })).toMatchObject({
      status: 409,
      body: { message: voidTexts.overdue },
    })
    const request = { ticketId: second.ticketId, requestId: 'r', input: { reason } }
    const late = world.engine.voidTicket({ ...request, by: postedBy(player.actor), endsAtMs: 0 })
    const shared = world.engine.voidTicket({ ...request, by: postedBy(admin) })
    await expect(late).rejects.toThrow(voidTexts.overdue)
    expect(await shared).toMatchObject({ state: 'void', void: { by: { username: admin.username } } })
  })

  it('may leave a draw without a stake, which is drawn all the same', async () => {
    const player = await world.player(50)
    const { ticketId, drawId } = await bet(player, 'gone', 20)
    await voided(ticketId)
    const { documents, keys } = await world.finish(drawId)
    expect(documents[0]?.record).toMatchObject({ tickets: 1, voidTickets: 1, stakes: {}, stake: '0', payout: '0' })
    expect(verifyRecord(documents[0], { publicKeys: keys }).filter(({ ok }) => !ok)).toEqual([])
    expect(player.balance()).toBe(50)
  })
})
