import { createHash } from 'node:crypto'
import { gameCodes } from '@cascade/contracts/games'
import { drawIdOf } from '@cascade/contracts/live'
import type { Call, Ctx } from '@cascade/service-kit'
import type { CommandSucceededEvent } from 'mongodb'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { LiveDeps } from '../deps'
import { findUnsettledDraws } from '../payout/open-play'
import { startDrawDeps } from '../testing/draw-deps'
import { makePlayer } from '../testing/make-player'
import { makeTicket } from '../testing/make-ticket'
import { startScratch } from '../testing/scratch'
import { listGames, readOpenDraw, readTable } from './play-table'
import { listTickets, listWins, readOwnTicket } from './play-tickets'

const gameId = gameCodes.lucky12
const startMs = Date.parse('2026-03-01T10:02:30.000Z')
const drawAtMs = Date.parse('2026-03-01T10:03:00.000Z')
let nowMs = startMs
const world = await startScratch()
const clock = { now: () => nowMs }
const deps = (await startDrawDeps(world, [gameId, gameCodes.andharBahar], { clock })) as LiveDeps
// A refresh would count as documents of a call.
await deps.catalog.stop()
beforeEach(() => {
  nowMs = startMs
})
afterAll(() => world.stop())

async function makeCaller() {
  const { adminId, playerId, actor } = await makePlayer(world.db)
  const ctx = { actor } as unknown as Ctx
  return { adminId, playerId, ask: <I>(input: I) => ({ ctx, input }) as Call<I> }
}

type Placed = Partial<Parameters<typeof makeTicket>[0] & object>

async function place(playerId: string, adminId: string, tickets: readonly Placed[]) {
  const rows = tickets.map((ticket, index) =>
    makeTicket({
      playerId,
      adminId,
      gameId,
      seq: index + 1,
      drawId: drawIdOf({ adminId, gameId }, drawAtMs),
      ...ticket,
    }),
  )
  await world.transaction(async tx => {
    await deps.tickets.insert(await deps.totals.addTickets(rows, tx), tx)
    const draws = new Map(rows.map(row => [row.drawId, row]))
    const seedKeyId = deps.seeds.keyIdAt(drawAtMs)
    const growths = Array.from(draws.values(), ({ drawId: _id, gameId: game, gameVersion, stake }) => {
      const fixed = { adminId, gameId: game, gameVersion, drawAt: new Date(drawAtMs), seedKeyId }
      return { _id, ...fixed, stakes: { 'straight:7': stake }, stake, tickets: 1 }
    })
    await deps.draws.addStakes(growths, tx)
  })
  return rows
}

function countDocuments() {
  const counts = [0]
  type Reply = { cursor?: { firstBatch?: unknown[]; nextBatch?: unknown[] } }
  const note = ({ reply }: CommandSucceededEvent) => {
    const { firstBatch = [], nextBatch = [] } = (reply as Reply).cursor ?? {}
    counts[counts.length - 1] = (counts.at(-1) ?? 0) + firstBatch.length + nextBatch.length
  }
  world.client.on('commandSucceeded', note)
  return {
    next: () => counts.push(0),
    end() {
      world.client.off('commandSucceeded', note)
      return counts
    },
  }
}

describe('the game screen of a player', () => {
  it("lists the games of the player's admin as open, closed or stopped", async () => {
    const { adminId, ask } = await makeCaller()
    const stateNow = async () => (await listGames(deps, ask({}))).data.map(game => [game.gameId, game.state])
    const [game] = (await listGames(deps, ask({}))).data
    expect(game).toMatchObject({ image: null, status: 'active', everySeconds: 180, drawAt: '2026-03-01T10:03:00.000Z' })
    expect(await stateNow()).toEqual([
      [gameId, 'open'],
      [gameCodes.andharBahar, 'open'],
    ])
    nowMs = drawAtMs - 1_000
    expect((await stateNow()).map(([, state]) => state)).toEqual(['closed', 'open'])
    const by = { accountId: adminId, username: 'admin1', role: 'admin' as const }
    const stop = { adminId, gameId, by, at: new Date(nowMs).toISOString(), reason: null }
    await world.transaction(tx => deps.stops.replace(stop, stop, { endedAt: stop.at, endedBy: by }, tx))
    expect((await stateNow()).map(([, state]) => state)).toEqual(['stopped', 'open'])
  })

  it("shows every bet type with what it covers, chips and the used part of the player's limits", async () => {
    const { adminId, playerId, ask } = await makeCaller()
    await place(playerId, adminId, [{}, { drawId: drawIdOf({ adminId, gameId }, drawAtMs - 180_000) }])
    await place('somebody-else', adminId, [{}])
    const { data } = await readTable(deps, ask({ gameId }))
    expect(data.options).toHaveLength(12)
    const row = data.bets.find(({ type }) => type === 'row')
    expect(row).toMatchObject({ onEach: true, multiplier: 10 })
    expect(row?.takes[0]).toEqual({ drawno: '1', covers: ['1', '2', '3', '4'] })
    expect(data.chips.every(chip => chip >= data.limits.bet.min && chip <= data.limits.bet.max)).toBe(true)
    expect(data.limits).toMatchObject({ draw: { used: 10 }, day: { used: 20 }, ticket: { bets: 200 } })
    const cards = await readTable(deps, ask({ gameId: gameCodes.andharBahar }))
    expect(new Set(cards.data.options.map(({ dimension }) => dimension))).toEqual(new Set(['result', 'color', 'type']))
    await expect(readTable(deps, ask({ gameId: 'NoSuchGm' }))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('shows the open draw with its commitment before anyone bets', async () => {
    const { adminId, ask } = await makeCaller()
    const drawId = drawIdOf({ adminId, gameId }, drawAtMs)
    const { data } = await readOpenDraw(deps, ask({ gameId }))
    expect(data).toMatchObject({ drawId, number: 202, state: 'open', now: '2026-03-01T10:02:30.000Z', lastResults: [] })
    const seed = Buffer.from(deps.seeds.reveal(drawId, deps.seeds.keyIdAt(drawAtMs)), 'hex')
    expect(data.commitment).toBe(createHash('sha256').update(seed).digest('hex'))
  })
})

describe('the ticket screen of a player', () => {
  it('lists tickets newest first, page by page across days, with their state', async () => {
    const { adminId, playerId, ask } = await makeCaller()
    const days = ['2026-02-27', '2026-02-27', '2026-02-28', '2026-03-01']
    const placed = await place(
      playerId,
      adminId,
      days.map((day, index) => ({ day, win: index === 2 ? 9_000n : 0n })),
    )
    const ids = placed.map(({ _id }) => _id).reverse()
    const pages = await Promise.all([1, 2, 3].map(page => listTickets(deps, ask({ page, size: 2 }))))
    expect(pages.map(({ data }) => data.map(({ ticketId }) => ticketId))).toEqual([ids.slice(0, 2), ids.slice(2), []])
    expect(pages[0]?.total).toBe(4)
    expect((await listTickets(deps, ask({ state: 'open' as const }))).total).toBe(4)
    expect((await listTickets(deps, ask({ gameId: gameCodes.andharBahar }))).total).toBe(0)
  })

  it('searches tickets by state one at a time, and rejects a third waiting search of a player', async () => {
    const { playerId, adminId, ask } = await makeCaller()
    await place(playerId, adminId, [{}, {}])
    const search = () =>
      listTickets(deps, ask({ state: 'open' as const })).then(
        ({ total }) => total,
        ({ code }) => code,
      )
    const outcomes = await Promise.all(Array.from({ length: 8 }, search))
    expect(outcomes.toSorted()).toEqual([2, 2, 2, ...Array(5).fill('TOO_MANY_REQUESTS')])
  })

  it('finds tickets by state, even while their draw is being settled, and sums unsettled ones', async () => {
    const { adminId, playerId, ask } = await makeCaller()
    const drawOf = (number: number) => drawIdOf({ adminId, gameId }, drawAtMs - number * 180_000)
    const placed = await place(
      playerId,
      adminId,
      // Draw 0 is not settled, draw 1 in its first chunk, draw 2 fully.
      Array.from({ length: 30 }, (_, index) => {
        const isSettled = index % 3 === 2 || (index % 3 === 1 && index < 15)
        const place = index < 15 ? 0 : 500
        return { drawId: drawOf(index % 3), place, win: isSettled && index % 2 === 0 ? 500n : 0n, seq: index + 1 }
      }),
    )
    const record = (drawId: string) =>
      ({
        _id: `${drawId}|1`,
        drawId,
        pair: drawId,
        pairDay: drawId,
        sequence: 1,
        drawAt: new Date(drawAtMs),
        tickets: 10,
        sealed: { record: { result: '7', booster: { value: 1 }, resultVersion: 1, manual: null } },
      }) as never
    await world.transaction(async tx => {
      await deps.records.insert([record(drawOf(1)), record(drawOf(2))], tx)
      await deps.draws.markSettled(drawOf(1), 1, false, tx)
      await deps.draws.markSettled(drawOf(2), 2, true, tx)
    })
    const everything = (await listTickets(deps, ask({ size: 100 }))).data
    expect(everything.map(({ ticketId }) => ticketId)).toEqual(placed.map(({ _id }) => _id).reverse())
    expect(everything.filter(({ state }) => state === 'open')).toHaveLength(15)
    for (const state of ['open', 'won', 'lost'] as const) {
      const expected = everything.filter(ticket => ticket.state === state)
      expect(expected.length).toBeGreaterThan(0)
      const ofGame = await listTickets(deps, ask({ state, gameId, size: 100 }))
      const pages = await Promise.all([1, 2].map(page => listTickets(deps, ask({ state, page, size: 4 }))))
      expect(ofGame).toEqual({ data: expected, total: expected.length })
      expect(pages.map(page => page.total)).toEqual([expected.length, expected.length])
      expect(pages.flatMap(page => page.data)).toEqual(expected.slice(0, 8))
    }
    const unsettled = await findUnsettledDraws(deps, playerId)
    expect(unsettled.map(({ _id, tickets, stake }) => [_id, tickets, stake]).sort()).toEqual(
      [drawOf(0), drawOf(1)].sort().map(drawId => [drawId, 10, 10_000n]),
    )
  })

  it('reads tickets with the same number of documents, whether the day has few or many', async () => {
    const callers = await Promise.all(
      [2, 800].map(async tickets => {
        const caller = await makeCaller()
        const placed = Array.from({ length: tickets }, (_, index) => ({ seq: index + 1, win: index % 2 ? 0n : 500n }))
        await place(caller.playerId, caller.adminId, placed)
        return caller
      }),
    )
    const counts = []
    for (const { playerId, ask } of callers) {
      const read = countDocuments()
      for (const call of [
        () => readTable(deps, ask({ gameId })),
        () => findUnsettledDraws(deps, playerId),
        () => listTickets(deps, ask({ size: 2 })),
        () => listTickets(deps, ask({ state: 'won' as const, size: 1 })),
      ]) {
        await call()
        read.next()
      }
      counts.push(read.end())
    }
    expect(counts[1]).toEqual(counts[0])
  })

  it("shows a player's own ticket with its bets, and no other player's", async () => {
    const { adminId, playerId, ask } = await makeCaller()
    const [ticket] = await place(playerId, adminId, [{}])
    const { data } = await readOwnTicket(deps, ask({ ticketId: ticket?._id ?? '' }))
    expect(data).toMatchObject({ state: 'open', stake: 10, win: 0, claimed: 0, proof: null })
    expect(data.bets).toEqual([{ type: 'straight', drawno: '7', quantity: 10, win: 0 }])
    const other = await makeCaller()
    const response = readOwnTicket(deps, other.ask({ ticketId: ticket?._id ?? '' }))
    await expect(response).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('lists unclaimed wins by game, with the time of the automatic claim', async () => {
    const { adminId, playerId, ask } = await makeCaller()
    const won = await place(playerId, adminId, [
      { win: 500n },
      { win: 250n },
      { gameId: gameCodes.andharBahar, win: 100n },
    ])
    const dueAt = new Date('2026-03-02T10:03:00.000Z')
    await world.transaction(tx => deps.payables.sync(won, dueAt, tx))
    const { data, sum } = await listWins(deps, ask({}))
    expect(sum).toBe(8.5)
    expect(data.map(game => [game.gameId, game.sum, game.wins.length])).toEqual([
      [gameId, 7.5, 2],
      [gameCodes.andharBahar, 1, 1],
    ])
    expect(data[0]?.wins[0]).toEqual({ ticketId: won[0]?._id, amount: 5, claimedAt: dueAt.toISOString() })
    await world.transaction(tx => deps.payables.markClaiming([won[0]?._id ?? ''], 'claim', tx))
    expect((await listWins(deps, ask({}))).sum).toBe(3.5)
  })
})
