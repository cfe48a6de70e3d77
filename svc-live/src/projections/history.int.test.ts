import { gameCodes } from '@cascade/contracts/games'
import type { HistoryQuery } from '@cascade/contracts/live'
import type { Actor, Call, Ctx } from '@cascade/service-kit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { LiveDeps } from '../deps'
import { startDrawDeps } from '../testing/draw-deps'
import { makePlayer } from '../testing/make-player'
import { makeTicket } from '../testing/make-ticket'
import { startScratch } from '../testing/scratch'
import { isCleared } from './clearings'
import { listHistory } from './history'

const gameId = gameCodes.lucky12
const wholeTime = { startDate: '2026-02-01', endDate: '2026-03-01' }
const world = await startScratch()
const clock = { now: () => Date.parse('2026-03-01T12:00:00.000Z') }
const deps = (await startDrawDeps(world, [gameId], { clock })) as LiveDeps
const { adminId, playerId, row: player } = await makePlayer(world.db)

const days = [
  ...Array.from({ length: 3 }, () => '2026-02-27'),
  ...Array.from({ length: 300 }, () => '2026-02-28'),
  ...Array.from({ length: 2 }, () => '2026-03-01'),
]
const atOf = (index: number) => new Date(Date.parse(`${days[index]}T10:00:00.000Z`) + index * 1_000)
const idOf = (index: number) => `ticket-${String(index).padStart(3, '0')}`
const ids = days.map((_, index) => idOf(index))

beforeAll(async () => {
  const rows = days.map((day, index) =>
    makeTicket({
      _id: idOf(index),
      playerId,
      username: 'Bert',
      adminId,
      ancestry: player.ancestry,
      gameId,
      day,
      at: atOf(index),
      seq: index + 1,
      win: index % 10 === 0 ? 2_550n : 0n,
    }),
  )
  await world.transaction(async tx => {
    await deps.tickets.insert(await deps.totals.addTickets(rows, tx), tx)
    await deps.lists.append(rows, tx)
  })
})
afterAll(() => world.stop())

const superadmin = { accountId: 'root', username: 'root', role: 'superadmin' } as Actor
const admin = () => ({ accountId: adminId, username: 'admin', role: 'admin' }) as Actor

async function read(actor: Actor, query: Partial<HistoryQuery> = {}) {
  const ask = { ctx: { actor } as Ctx, input: { ...wholeTime, ...query } } as Call<HistoryQuery>
  const { data, total } = await listHistory(deps, ask)
  return { ids: data.map(({ ticketId }) => ticketId), total }
}

describe.each(['those below', 'one player'])('bet list of %s', whose => {
  const of = () => (whose === 'one player' ? { userId: playerId } : {})

  it('lists bets across days, newest or oldest first', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map(page => read(admin(), { ...of(), page, size: 100 })))
    expect(pages.flatMap(page => page.ids)).toEqual(ids.toReversed())
    expect(await read(admin(), { ...of(), order: 'asc' })).toEqual({ ids, total: 305 })
    expect((await read(admin(), { ...of(), tdate: '2026-02-27', gameId })).ids).toEqual(ids.slice(0, 3).reverse())
    expect((await read(admin(), { ...of(), gameId: gameCodes.andharBahar })).total).toBe(0)
  })

  it('lists bets as of a moment', async () => {
    const asOf = atOf(250).toISOString()
    expect(await read(admin(), { ...of(), asOf, size: 2 })).toEqual({ ids: [idOf(250), idOf(249)], total: 251 })
  })

  it('searches by part of a name or id', async () => {
    expect((await read(admin(), { ...of(), q: 'bERT' })).total).toBe(305)
    expect(await read(admin(), { ...of(), q: 'ticket-10', order: 'asc' })).toEqual({
      ids: ids.slice(100, 110),
      total: 10,
    })
    expect((await read(admin(), { ...of(), q: '.*' })).total).toBe(0)
  })

  it('finds a ticket by its full id, within filter and subtree, without reading others', async () => {
    expect(await read(admin(), { ...of(), q: idOf(7) })).toEqual({ ids: [idOf(7)], total: 1 })
    expect((await read(admin(), { ...of(), q: idOf(7), tdate: '2026-02-27' })).total).toBe(0)
    expect((await read(admin(), { ...of(), q: idOf(7), gameId: gameCodes.andharBahar })).total).toBe(0)
    expect((await read(admin(), { ...of(), q: idOf(7), asOf: atOf(6).toISOString() })).total).toBe(0)
    const other = await makePlayer(world.db)
    expect((await read({ ...admin(), accountId: other.adminId }, { q: idOf(7) })).total).toBe(0)

    const lists = [deps.lists.below(adminId), deps.lists.ofPlayer(playerId)]
    const listed = { ...deps.lists, below: () => lists[0], ofPlayer: () => lists[1] }
    const refs = lists.map(list => vi.spyOn(list as NonNullable<typeof list>, 'refs'))
    const ask = { ctx: { actor: admin() } as Ctx, input: { ...wholeTime, ...of(), q: idOf(7) } } as Call<HistoryQuery>
    await listHistory({ ...deps, lists: listed } as LiveDeps, ask)
    expect(refs.flatMap(spy => spy.mock.calls)).toEqual([])
  })

  it('sums the filtered bets, independent of the page', async () => {
    const sumsOf = async (query: Partial<HistoryQuery>, actor = admin()) => {
      const ask = { ctx: { actor } as Ctx, input: { ...wholeTime, ...of(), sums: 'true', size: 1, ...query } }
      return (await listHistory(deps, ask as Call<HistoryQuery>)).sums
    }
    expect(await sumsOf({ page: 7 })).toEqual({ tickets: 305, playpoints: 3_050, winpoints: 31 * 25.5 })
    expect(await sumsOf({ q: 'ticket-10' })).toEqual({ tickets: 10, playpoints: 100, winpoints: 25.5 })
    expect(await sumsOf({ tdate: '2026-02-27' })).toEqual({ tickets: 3, playpoints: 30, winpoints: 25.5 })
    expect(await sumsOf({ asOf: atOf(1).toISOString() })).toEqual({ tickets: 2, playpoints: 20, winpoints: 25.5 })
    expect(await sumsOf({ sums: undefined })).toBeUndefined()
  })

  it('hides cleared bets except from superadmins', async () => {
    const clearing = { _id: whose, adminId, from: '2026-02-27', to: '2026-02-28', models: ['ticket' as const] }
    await world.transaction(tx => deps.clearings.set(adminId, [{ ...clearing, at: atOf(299) }], tx))
    expect(await read(admin(), { ...of(), order: 'asc' })).toEqual({ ids: ids.slice(300), total: 5 })
    expect((await read(superadmin, of())).total).toBe(305)
    await world.transaction(tx => deps.clearings.set(adminId, [], tx))
  })
})

describe('the history of bets', () => {
  it('sums at most the newest ten thousand bets', async () => {
    const created = await makePlayer(world.db)
    const rows = Array.from({ length: 10_100 }, (_, index) => {
      const ticket = { playerId: created.playerId, adminId: created.adminId, ancestry: created.row.ancestry }
      return makeTicket({ ...ticket, _id: `many-${index}`, gameId, seq: index + 1, win: index < 100 ? 100n : 0n })
    })
    await world.transaction(tx => deps.tickets.insert(rows, tx))
    await world.transaction(tx => deps.lists.append(rows, tx))
    const actor = { ...admin(), accountId: created.adminId }
    const input = { ...wholeTime, sums: 'true', page: 1, size: 10 }
    const { total, sums } = await listHistory(deps, { ctx: { actor } as Ctx, input } as Call<HistoryQuery>)
    expect([total, sums]).toEqual([10_100, { tickets: 10_000, playpoints: 100_000, winpoints: 0 }])
  })

  it('searches and sums one at a time, and at most three calls of an actor', async () => {
    const ask = (input: Partial<HistoryQuery>, accountId = adminId) =>
      listHistory(deps, { ctx: { actor: { ...admin(), accountId } } as Ctx, input } as Call<HistoryQuery>)
    const flood = Promise.allSettled(Array.from({ length: 8 }, () => ask({ ...wholeTime, q: 'bert', sums: 'true' })))
    await ask({ ...wholeTime })
    const other = await makePlayer(world.db)
    await ask({ ...wholeTime, sums: 'true' }, other.adminId)
    const outcomes = (await flood).map(each => (each.status === 'rejected' ? each.reason.code : each.value.total))
    expect(outcomes.toSorted()).toEqual([305, 305, 305, ...Array(5).fill('TOO_MANY_REQUESTS')])
  })

  it('hides entries of the cleared days up to the time of the clearing', () => {
    const hidden = [{ from: '2026-03-01', to: '2026-03-01', at: new Date('2026-03-01T10:05:00Z') }]
    expect(isCleared(hidden, '2026-03-01', new Date('2026-03-01T10:05:00Z'))).toBe(true)
    expect(isCleared(hidden, '2026-03-01', new Date('2026-03-01T10:06:00Z'))).toBe(false)
    expect(isCleared(hidden, '2026-03-02', new Date('2026-03-01T10:01:00Z'))).toBe(false)
  })
})
