import type { AnyEvent } from '@cascade/contracts'
import { drawIdOf } from '@cascade/contracts/live'
import { afterAll, describe, expect, it } from 'vitest'
import { createJournal, type Journal } from '../testing/play-journal'
import { type Scratch, startScratch } from '../testing/scratch'
import { createTicketLists } from './list-store'
import { projectPlay } from './project-play'

const offerings = [
  { adminId: 'a1', gameId: 'MNOQqWWi' },
  { adminId: 'a1', gameId: 'vwRORrGO' },
  { adminId: 'a2', gameId: 'MNOQqWWi' },
]
const drawMs = 60_000
const projected = [
  'tickets',
  'draws',
  'day_totals',
  'player_days',
  'pool_balances',
  'busy_pairs',
  'history_months',
  'history_chunks',
]

/** The end of one day and the start of the next: 700 bets of 9 players over three draws of each offering. */
function makeDays(): Journal {
  const journal = createJournal()
  for (let draw = 1; draw <= 3; draw++) {
    const drawAtMs = journal.startMs + draw * drawMs
    for (let bet = 0; bet < 234; bet++) {
      const offering = offerings[(bet * 7 + draw) % 3] ?? { adminId: '', gameId: '' }
      const digit = (bet * draw) % 10
      const lines: [string, number][] = [
        [`straight:${digit}`, 1 + (bet % 5)],
        [`straight:${(digit + 1) % 10}`, 2],
      ]
      const playerId = `${offering.adminId}-player${'x'.repeat(bet % 9)}`
      journal.stake(offering, { playerId, drawAtMs, lines, atMs: drawAtMs - drawMs + bet * 200 })
      if (bet % 50 === 0) journal.changePool(offering, 10_000n, drawAtMs - drawMs)
    }
    for (const offering of offerings) journal.close(offering, drawAtMs)
    for (const offering of offerings) journal.settle(offering, drawAtMs, 12_345n)
  }
  return journal
}

const journal = makeDays()

const apply = async ({ transaction, db }: Scratch, events: readonly AnyEvent[], size: number) => {
  for (let at = 0; at < events.length; at += size) {
    await transaction(tx => projectPlay(db, events.slice(at, at + size), tx))
  }
}

const world = await startScratch()
const other = await startScratch()
await apply(world, journal.events, 100)
afterAll(async () => {
  await world.stop()
  await other.stop()
})

const stakesOf = (events: readonly AnyEvent[]) =>
  events.flatMap(event => {
    const data = event.data as { ticketId?: string; amount: string; adminId: string; gameId: string; bizDate: string }
    const details = (event.data as { details?: { draw: string } }).details
    return data.ticketId ? [{ ...data, draw: details?.draw ?? '' }] : []
  })
const sum = (stakes: readonly { amount: string }[]) => stakes.reduce((total, { amount }) => total + BigInt(amount), 0n)

describe('ledger projection', () => {
  const stakes = stakesOf(journal.events)

  it('creates one ticket per stake, numbered within its draw in booking order', async () => {
    const tickets = await world.rows('tickets')
    expect(tickets).toHaveLength(stakes.length)
    for (const draw of new Set(stakes.map(stake => stake.draw))) {
      const ids = stakes.filter(stake => stake.draw === draw).map(stake => stake.ticketId)
      const placed = tickets.filter(ticket => ticket.drawId === draw).sort((a, b) => a.place - b.place)
      expect(placed.map(ticket => ticket._id)).toEqual(ids)
      expect(placed.map(ticket => ticket.place)).toEqual(ids.map((_, index) => index))
    }
  })

  it('sums the stakes of each draw by leg and in total, and records its closing', async () => {
    for (const draw of await world.rows('draws')) {
      const own = stakes.filter(stake => stake.draw === draw._id)
      expect([draw.stake, draw.tickets]).toEqual([sum(own), own.length])
      expect(Object.values(draw.stakes as Record<string, bigint>).reduce((a, b) => a + b, 0n)).toBe(sum(own))
      expect([draw.state, draw.settledAmount]).toEqual(['open', 12_345n])
      const closing = journal.events.find(
        ({ type, data }) => type.includes('gate') && (data as { drawId: string }).drawId === draw._id,
      )
      expect(Number(draw.closedSeq)).toBe(closing?.seq)
    }
  })

  it('separates days, even within a draw across midnight', async () => {
    for (const { _id, play } of await world.rows('day_totals')) {
      const [adminId, gameId, day] = String(_id).split('|')
      const own = stakes.filter(stake => stake.adminId === adminId && stake.gameId === gameId && stake.bizDate === day)
      expect(play).toBe(sum(own))
    }
    expect(new Set((await world.rows('day_totals')).map(({ _id }) => String(_id).split('|')[2])).size).toBe(2)
  })

  it('stores the balance of each pool', async () => {
    for (const offering of offerings) {
      const row = (await world.rows('pool_balances')).find(
        ({ _id }) => String(_id) === `${offering.adminId}|${offering.gameId}`,
      )
      expect(row?.balance).toBe(journal.poolOf(offering))
    }
  })

  it('lists every ticket for all accounts above its player, newest last, also by game', async () => {
    const lists = createTicketLists(world.db)
    const readAll = async (reader: string, gameId?: string) => {
      const list = lists.below(reader, gameId)
      const days = await list.days('0', '9')
      return (await list.refs(days.map(day => ({ ...day, from: 0, to: day.count })))).flat()
    }
    const ids = (of: typeof stakes) => of.map(stake => stake.ticketId)
    expect(await readAll('*')).toEqual(ids(stakes))
    expect(await readAll('a1')).toEqual(ids(stakes.filter(({ adminId }) => adminId === 'a1')))
    expect(await readAll('a2', 'MNOQqWWi')).toEqual(ids(stakes.filter(({ adminId }) => adminId === 'a2')))
    expect(await readAll('root')).toEqual([])
  })

  it('publishes once per offering that players wait', async () => {
    const events = (await world.rows('outbox')).filter(({ type }) => type === 'live.game.busy.v1')
    expect(events.map(({ data }) => data.busy)).toEqual([true, true, true])
  })

  it('gives the same state from zero, however the feed is split into batches', async () => {
    await apply(other, journal.events, 37)
    for (const name of projected) {
      expect(await other.rows(name), name).toEqual(await world.rows(name))
    }
  })

  it('rejects a stake after the closing of its draw', async () => {
    const late = createJournal()
    const [offering] = offerings
    const drawAtMs = journal.startMs + drawMs
    if (offering) late.stake(offering, { playerId: 'late', drawAtMs, lines: [['straight:1', 1]], atMs: drawAtMs })
    const draw = drawIdOf(offering ?? { adminId: '', gameId: '' }, drawAtMs)
    const before = await world.db.collection<{ _id: string }>('draws').findOne({ _id: draw })
    await expect(apply(world, late.events, 1)).rejects.toThrow('after the closing')
    expect(await world.db.collection<{ _id: string }>('draws').findOne({ _id: draw })).toEqual(before)
  })
})
