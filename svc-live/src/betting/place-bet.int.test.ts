import type { PostingRequest, PostingResult } from '@cascade/contracts/accounts'
import { gameCodes } from '@cascade/contracts/games'
import { drawIdOf } from '@cascade/contracts/live'
import { silentLogger } from '@cascade/service-kit/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { projectPlay } from '../projections/project-play'
import { startDrawDeps } from '../testing/draw-deps'
import { makePlayer } from '../testing/make-player'
import { createJournal } from '../testing/play-journal'
import { startScratch } from '../testing/scratch'
import { createBetQueue } from './bet-queue'
import { createStakedDraws } from './open-draws'
import { createOpenOfferings } from './open-offerings'
import { placeBet } from './place-bet'
import { createPlayerDays } from './player-days'
import type { BetCall } from './read-bet'
import { createRecentBets } from './recent-bets'

const gameId = gameCodes.funTarget
const minuteMs = 60_000

const world = await startScratch()
const shared = await startDrawDeps(world, [gameId])
afterAll(() => world.stop())

type Answer = (request: PostingRequest, call: number) => PostingResult

/** A bet context half a minute before a draw, with a ledger whose replies the test chooses. */
async function startTable(name: string, answer: Answer) {
  const { adminId, playerId, actor } = await makePlayer(world.db)
  const journal = createJournal(name)
  const drawAtMs = journal.startMs + minuteMs
  const offering = { adminId, gameId }
  const clock = { now: () => journal.startMs + minuteMs / 2 }
  let calls = 0
  const post = async (requests: readonly PostingRequest[]) => {
    calls += 1
    return requests.map(request => answer(request, calls))
  }
  const ledger = { post, pools: async () => ({ pools: [], head: 0 }) } as never
  const deps = { ...shared, clock, ledger }
  const context = {
    deps,
    lease: { lastMomentMs: () => drawAtMs },
    staked: createStakedDraws(),
    offerings: createOpenOfferings(deps),
    playerDays: createPlayerDays(deps.totals),
    queue: createBetQueue({ post }, silentLogger),
    recent: createRecentBets(deps),
  }
  const bet = (points: number, ticketId = `${name}${journal.events.length + 1}`) => {
    const input = { gameId, bets: [{ type: 'straight', drawno: '7', quantity: points }] }
    const call = { ticketId, actor, idempotencyKey: 'key', requestId: 'request', input } as BetCall
    return placeBet(context, call)
  }
  return {
    ...context,
    offering,
    drawAtMs,
    bet,
    calls: () => calls,
    isStaked: () => context.staked.hasUpTo(offering, drawAtMs),
    draw: async () => (await context.offerings.open(offering)).draw,
    async project(points: number, ofDrawAtMs = drawAtMs) {
      const lines: [string, number][] = [['straight:7', points]]
      journal.stake(offering, { playerId, drawAtMs: ofDrawAtMs, lines, atMs: ofDrawAtMs - minuteMs / 2 })
      await world.transaction(tx => projectPlay(world.db, journal.events.splice(0), tx))
    },
  }
}

const booked = ({ id }: PostingRequest, replayed: boolean): PostingResult => ({
  outcome: 'booked',
  id,
  replayed,
  seq: 1,
  amount: '1000',
  playerBalance: '500',
  poolBalance: '1000',
  gateVersion: 0,
})
const unknown = ({ id }: PostingRequest): PostingResult => ({ outcome: 'unknown', id })
const refused = ({ id }: PostingRequest, reason = 'FROZEN'): PostingResult => ({
  outcome: 'refused',
  id,
  reason,
  message: 'No',
})

describe('placing a bet', () => {
  it('counts a draw as staked while a bet with a lost reply is not projected yet', async () => {
    const table = await startTable('lost', (request, call) => (call === 1 ? unknown(request) : booked(request, true)))
    const answer = table.bet(10)
    await expect.poll(table.calls).toBe(2)
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(table.isStaked()).toBe(true)
    await table.project(10)
    expect(await answer).toMatchObject({
      ticketId: 'lost1',
      drawId: drawIdOf(table.offering, table.drawAtMs),
      stake: 10,
    })
    expect(table.isStaked()).toBe(true)
    expect(await table.draw()).toMatchObject({ tickets: 1, pendingTickets: 0 })
  })

  it('answers a repeated bet with the draw on which a previous leader booked it, and releases its reservation', async () => {
    const table = await startTable('before', request => booked(request, true))
    await table.project(10, table.drawAtMs - minuteMs)
    expect(await table.bet(10, 'before1')).toMatchObject({
      ticketId: 'before1',
      drawId: drawIdOf(table.offering, table.drawAtMs - minuteMs),
      replayed: true,
    })
    expect(table.isStaked()).toBe(false)
    expect((await table.draw()).reserved.total()).toBe(0n)
  })

  it('does not count a bet of an earlier draw on the open one, even if the ledger was asked twice', async () => {
    const table = await startTable('twice', (request, call) => (call === 1 ? unknown(request) : booked(request, true)))
    await table.project(10, table.drawAtMs - minuteMs)
    const drawId = drawIdOf(table.offering, table.drawAtMs - minuteMs)
    expect(await table.bet(10, 'twice1')).toMatchObject({ ticketId: 'twice1', drawId, replayed: true })
    expect(table.isStaked()).toBe(false)
    expect(await table.draw()).toMatchObject({ tickets: 0, pendingTickets: 0 })
  })

  it('answers a repeated bet from memory, even while the first call is in progress', async () => {
    const table = await startTable('again', request => booked(request, false))
    const answers = await Promise.all([table.bet(10, 'again1'), table.bet(10, 'again1')])
    expect(answers).toMatchObject([
      { stake: 10, balance: 5, replayed: false },
      { stake: 10, balance: 5, replayed: true },
    ])
    await expect(table.bet(20, 'again1')).rejects.toMatchObject({ code: 'UNPROCESSABLE' })
    expect(table.calls()).toBe(1)
    expect(await table.draw()).toMatchObject({ tickets: 1, pendingTickets: 0 })
  })

  it('does not book a delayed copy of a rejected bet', async () => {
    const table = await startTable('late', (request, call) => (call === 1 ? refused(request) : booked(request, false)))
    await expect(table.bet(10, 'late1')).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(table.bet(10, 'late1')).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(table.calls()).toBe(1)
    expect(table.isStaked()).toBe(false)
  })

  it('books a bet without funds under the same key once the funds are there', async () => {
    const table = await startTable('funds', (request, call) =>
      call === 1 ? refused(request, 'INSUFFICIENT') : booked(request, false),
    )
    const rejection = { code: 'VALIDATION', reason: 'INSUFFICIENT', verdict: undefined }
    await expect(table.bet(10, 'funds1')).rejects.toMatchObject(rejection)
    expect(await table.bet(10, 'funds1')).toMatchObject({ stake: 10, replayed: false })
  })
})
