import { presets } from '@cascade/contracts'
import type { AccountSnapshot } from '@cascade/contracts/accounts'
import { readFeed } from '@cascade/service-kit'
import { actorOf, eventually } from '@cascade/service-kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTransfer, transferRecorded } from '../testing/make-transfer'
import { startWorld } from '../testing/world'

const today = new Date().toISOString().slice(0, 10)

const world = await startWorld()
beforeAll(async () => {
  const { admin, manager, master, player, rival, rivalManager } = world.tree
  await book(makeTransfer(admin, manager, { bizDate: '2026-03-01' }))
  await book(makeTransfer(master, player, { bizDate: '2026-03-01' }))
  await book(makeTransfer(admin, manager, { bizDate: '2026-03-02' }))
  await book(makeTransfer(rival, rivalManager, { bizDate: '2026-03-01' }))
  await settle('2026-03-01', '10000', '2500')
  await settle('2026-03-02', '500', '0')
})
afterAll(() => world.stop())

async function book(transfer: ReturnType<typeof makeTransfer>) {
  await world.producer.emit(transferRecorded(transfer))
  await world.caughtUp()
}

/** All play is commission. */
const wholePlay = { superareamanager: 10_000, areamanager: 10_000, master: 10_000, player: 10_000 }

async function settle(day: string, play: string, win: string) {
  const { admin, player } = world.tree
  const players = [
    {
      id: player.accountId,
      username: player.username,
      ancestry: player.ancestry,
      stakeDay: day,
      tickets: 1,
      play,
      win,
      rates: wholePlay,
    },
  ]
  const draw = {
    drawId: `d-${day}`,
    adminId: admin.accountId,
    gameId: 'MNOQqWWi',
    resultVersion: 1,
    drawAt: `${day}T10:00:00.000Z`,
  }
  const data = { ...draw, result: '7', booster: 1, chunk: 0, day, players }
  const at = day === today ? new Date() : new Date(`${day}T10:00:01.000Z`)
  await world.live.emit({ type: 'live.draw.settled.v1', at, data })
  await world.caughtUp()
}

const call = async (account: AccountSnapshot, line: string, body?: unknown) => world.call(actorOf(account), line, body)
const total = async (account: AccountSnapshot, query = '') =>
  (await call(account, `GET /reports/transactionreport?page=1${query}`)).body.total
const play = async (account: AccountSnapshot, from = '2026-03-01', to = today) => {
  const { body } = await call(account, `GET /reports/turnoverreport?startDate=${from}&endDate=${to}`)
  return (body.summary as { playPoints: number }).playPoints
}
const clear = (models: string[], startDate = '2026-03-01', endDate = '2026-03-01', by = world.tree.admin) =>
  call(by, 'POST /backup/deleterecords', { startDate, endDate, models })

describe('clearing history', () => {
  it('requires both dates, a model and an admin', async () => {
    const { admin, root, manager } = world.tree
    const body = { startDate: '2026-03-01', endDate: '2026-03-02', models: ['ticket'] }
    const rejection = async (change: object) => {
      const { status, body: answer } = await call(admin, 'POST /backup/deleterecords', { ...body, ...change })
      return `${status} ${answer.message}`
    }
    expect(await rejection({ startDate: undefined })).toBe('400 Please select start and end date.')
    expect(await rejection({ endDate: '' })).toBe('400 Please select start and end date.')
    expect(await rejection({ models: [] })).toBe('400 Select at least one model to clear')
    expect(await rejection({ models: ['accounts'] })).toMatch(/^400/)
    expect(await rejection({ endDate: '2026-02-01' })).toBe('400 The end lies before the start.')
    for (const startDate of ['0020-02-29T00:00:00Z', '0020-02-29', '2100-01-01'])
      expect(await rejection({ startDate })).toBe('400 Please select start and end date.')
    for (const account of [root, manager]) {
      expect((await call(account, 'POST /backup/deleterecords', body)).status).toBe(403)
      expect((await call(account, 'GET /backup/clearings')).status).toBe(403)
    }
  })

  it('hides transactions of the chosen kind below the admin, and from nobody else', async () => {
    const { admin, manager, root, rival, master } = world.tree
    expect([await total(admin), await total(master), await total(root)]).toEqual([3, 1, 4])
    const { status, body } = await clear(['usertransaction'])
    expect([status, body.message]).toEqual([200, 'Records deleted successfully.'])
    expect([await total(admin), await total(manager), await total(master)]).toEqual([2, 2, 0])
    expect([await total(root), await total(rival)]).toEqual([4, 1])
    await clear(['refertransaction'])
    expect([await total(admin), await total(admin, '&date=2026-03-02'), await total(root)]).toEqual([1, 1, 4])
    expect(await total(admin, '&asOf=2026-10-01T00:00:00.000Z')).toBe(1)
  })

  it('hides play of the cleared days, and pending commission only with its own model', async () => {
    const { admin, master, root } = world.tree
    const pending = async () => {
      const { body } = await call(admin, 'GET /reports/commissionpayout?role=master')
      return (body.data as { totalcommission: number }[])[0]?.totalcommission
    }
    expect([await play(admin), await play(root), await pending()]).toEqual([105, 105, 105])
    await clear(['ticket'])
    expect([await play(admin), await play(master), await play(root), await pending()]).toEqual([5, 5, 105, 105])
    await clear(['commission'], '2026-03-01', '2026-03-02')
    expect([await play(admin), await pending()]).toEqual([5, 0])
  })

  it('hides the rows of today up to now and shows later ones', async () => {
    const { admin, manager } = world.tree
    await book(makeTransfer(admin, manager, { bizDate: today }))
    await settle(today, '300', '0')
    expect([await total(admin, `&date=${today}`), await play(admin, today)]).toEqual([1, 3])
    await clear(['refertransaction', 'ticket'], today, today)
    expect([await total(admin, `&date=${today}`), await play(admin, today)]).toEqual([0, 0])
    await new Promise(resolve => setTimeout(resolve, 5))
    await book(makeTransfer(admin, manager, { bizDate: today }))
    await settle(today, '400', '0')
    expect([await total(admin, `&date=${today}`), await play(admin, today)]).toEqual([1, 4])
    const { body } = await call(admin, `GET /reports/chart?preset=${presets.today}`)
    const points = (body.data as { points: { playPoints: number }[] }).points
    expect(points.reduce((sum, point) => sum + point.playPoints, 0)).toBe(4)
  })

  it('publishes each clearing and lists it with its author', async () => {
    const { admin } = world.tree
    const { body } = await call(admin, 'GET /backup/clearings')
    expect(body.data).toHaveLength(5)
    expect((body.data as unknown[])[0]).toMatchObject({
      startDate: today,
      by: { username: admin.username, role: 'admin' },
    })
    const events = await eventually(async () => {
      const feed = await readFeed(world.db, 0, 100)
      return feed.events.length === 5 && feed.events
    })
    expect(events[0]).toMatchObject({
      type: 'reports.history.cleared.v1',
      data: { adminId: admin.accountId, from: '2026-03-01', to: '2026-03-01', models: ['usertransaction'] },
    })
  })

  it('stores no more rows than days, however often it is repeated, and limits separate ranges', async () => {
    const { rival } = world.tree
    const rows = world.db.collection<{ _id: string; adminId: string }>('clearings')
    const stored = Array.from({ length: 1_500 }, (_, index) => ({
      _id: `old${index}`,
      adminId: rival.accountId,
      from: `2026-02-${String((index % 20) + 1).padStart(2, '0')}`,
      to: `2026-03-${String((index % 30) + 1).padStart(2, '0')}`,
      models: ['usertransaction', 'refertransaction'],
      at: new Date(Date.now() - 1_500_000 + index),
      by: { id: rival.accountId, username: rival.username, role: 'admin' },
    }))
    await rows.insertMany(stored)
    expect(await total(rival)).toBe(0)
    const clearDay = (day: string) =>
      call(rival, 'POST /backup/deleterecords', { startDate: day, endDate: day, models: ['usertransaction'] })
    await clearDay('2026-02-10')
    expect(await rows.countDocuments({ adminId: rival.accountId })).toBeLessThan(60)
    const { status, body } = await call(rival, 'GET /backup/clearings')
    expect([status, (body.data as { startDate: string }[])[0]?.startDate]).toEqual([200, '2026-02-10'])
    await rows.insertMany(
      Array.from({ length: 100 }, (_, index) => ({
        ...stored[0],
        _id: `apart${index}`,
        adminId: rival.accountId,
        from: `${2001 + Math.floor(index / 10)}-0${(index % 9) + 1}-01`,
        to: `${2001 + Math.floor(index / 10)}-0${(index % 9) + 1}-02`,
        at: new Date(),
      })),
    )
    expect((await clearDay('2020-01-01')).body.message).toMatch(/^Too many separate days/)
    expect((await clear(['usertransaction'], '2001-01-01', '2025-12-31', rival)).status).toBe(200)
    expect((await clearDay('2020-01-01')).status).toBe(200)
  })

  it('happens once per key: rows that came later stay visible', async () => {
    const actor = actorOf(world.tree.rival)
    const body = { startDate: '2019-05-01', endDate: '2019-05-01', models: ['ticket'] }
    const newest = async () => {
      await world.call(actor, 'POST /backup/deleterecords', body, { 'idempotency-key': 'clear-1' })
      const { data } = (await world.call(actor, 'GET /backup/clearings')).body as {
        data: { startDate: string; at: string }[]
      }
      return data.find(({ startDate }) => startDate === body.startDate)?.at
    }
    const first = await newest()
    expect(first).toBeDefined()
    expect(await newest()).toBe(first)
  })

  it('still applies after a rebuild of the projections', async () => {
    const { admin, root } = world.tree
    const figures = async () => [await total(admin), await play(admin), await total(root), await play(root)]
    const before = await figures()
    const { active } = await world.generations.state()
    await world.generations.build('test')
    await eventually(async () => (await world.generations.state()).active === active + 1)
    await new Promise(resolve => setTimeout(resolve, 600))
    expect(await figures()).toEqual(before)
  })
})
