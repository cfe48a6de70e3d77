import type { AccountSnapshot } from '@cascade/contracts/accounts'
import type { Dashboard, PayoutRow, Sums, TurnoverRow } from '@cascade/contracts/reports'
import { accountCreated, actorOf, makeAccount } from '@cascade/service-kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld } from '../../testing/world'

const gameId = 'MNOQqWWi'
const now = new Date()
const today = now.toISOString().slice(0, 10)
const world = await startWorld()
let players: AccountSnapshot[]
let masters: AccountSnapshot[]

/** Percentages at which almost every bet earns a fraction of a hundredth. */
const odd = { superareamanager: 333, areamanager: 777, master: 155, player: 7 }

beforeAll(async () => {
  const { admin, area, master } = world.tree
  masters = [master, makeAccount({ role: 'master', parent: area })]
  players = masters.flatMap((parent, at) =>
    ['ant1', 'ant2', 'bee1'].map(name => makeAccount({ role: 'player', parent, username: `${name}of${at}` })),
  )
  await world.producer.emit(...[...masters.slice(1), ...players].map(accountCreated))
  await world.games.emit({
    type: 'games.game.created.v1',
    data: {
      _id: gameId,
      gameId,
      gameName: 'Fun Target',
      nodigit: 10,
      timecount: 60,
      status: 'active',
      deleted: false,
      version: 1,
    },
  })
  for (const [draw, points] of [1, 3, 7, 1, 11].entries()) {
    const settled = players.map((player, at) => ({ player, points: points + at, win: at === 0 ? 50 : 0, rates: odd }))
    await world.live.emit(settledEvent(`d${draw}`, admin.accountId, settled))
  }
  for (const [draw, hundredths] of [1, 3, 7, 11, 13].entries()) {
    const settled = players.map(player => ({ player, points: hundredths / 100, win: 0, rates: odd }))
    await world.live.emit(settledEvent(`small${draw}`, admin.accountId, settled))
  }
  await world.caughtUp()
})
afterAll(() => world.stop())

type PlayerPlay = { player: AccountSnapshot; points: number; win: number; rates: typeof odd }

const settledEvent = (drawId: string, adminId: string, settled: readonly PlayerPlay[]) => ({
  type: 'live.draw.settled.v1',
  at: now,
  data: {
    drawId,
    adminId,
    gameId,
    resultVersion: 1,
    drawAt: now.toISOString(),
    result: '7',
    booster: 1,
    chunk: 0,
    day: today,
    players: settled.map(({ player: { accountId: id, username, ancestry }, points, win, rates }) => ({
      id,
      username,
      ancestry,
      stakeDay: today,
      tickets: 1,
      play: String(Math.round(points * 100)),
      win: String(win),
      rates,
    })),
  },
})

async function read<T>(account: AccountSnapshot, path: string): Promise<T> {
  const { status, body } = await world.call(actorOf(account), `GET ${path}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as T
}
type Report = { data: TurnoverRow[]; summary: Sums; total: number }
const turnoverOf = ({ accountId }: AccountSnapshot, more = '') =>
  read<Report>(world.tree.root, `/reports/turnoverreport?id=${accountId}&startDate=${today}&endDate=${today}${more}`)
const payoutsOf = (account: AccountSnapshot) =>
  read<{ data: PayoutRow[]; summary: { amount: number } }>(account, '/reports/commissionpayout?size=1000')

const names = [
  'playPoints',
  'winPoints',
  'endPoints',
  'supercom',
  'distcom',
  'retailcom',
  'usercom',
  'commission',
  'net',
] as const
const sumRows = (rows: readonly Partial<Record<(typeof names)[number], number>>[]) =>
  Object.fromEntries(
    names.map(name => [name, rows.reduce((sum, row) => sum + Math.round((row[name] ?? 0) * 100), 0) / 100]),
  )

describe('reports with odd percentages and small stakes', () => {
  it('add up at each level, and from each level to the next', async () => {
    const { root, admin, manager, area } = world.tree
    const [first] = masters
    if (!first) throw new Error('There is a master.')
    const line = [root, admin, manager, area, first]
    for (const [at, account] of line.entries()) {
      const { data, summary } = await turnoverOf(account)
      expect(summary, account.role).toMatchObject(totalsOf(sumRows(data)))
      const child = line[at + 1]
      if (!child) continue
      const row = data.find(({ id }) => id === child.accountId)
      expect(sumRows((await turnoverOf(child)).data), child.role).toEqual(sumRows(row ? [row] : []))
    }
    for (const row of (await turnoverOf(area)).data) {
      const { supercom, distcom, retailcom, usercom, commission, net, endPoints } = row
      expect(sumRows([{ commission: supercom + distcom + retailcom + usercom }]).commission).toBe(commission)
      expect(sumRows([{ net: endPoints - commission }]).net).toBe(net)
    }
  })

  it('sum up the rows that match a search, on every page', async () => {
    const [first] = masters
    const [one] = players
    if (!first || !one) throw new Error('There is a player.')
    const whole = await turnoverOf(first)
    expect(await turnoverOf(first, '&page=2&size=2')).toMatchObject({ summary: whole.summary, total: whole.total })
    const { data, summary } = await turnoverOf(first, `&q=${one.username}`)
    expect(data.map(({ username }) => username)).toEqual([one.username])
    expect(summary).toEqual(totalsOf(sumRows(data)))
    const ants = await turnoverOf(first, '&q=ant')
    expect(ants.summary).toEqual(totalsOf(sumRows(ants.data)))
    expect(await turnoverOf(first, '&q=ant&page=2&size=1')).toMatchObject({ summary: ants.summary, total: 2 })
  })

  it('show the same commissions in turnover, pending commission, charts and dashboard', async () => {
    const { root } = world.tree
    const { summary } = await turnoverOf(root)
    const dashboard = (await read<{ data: Dashboard }>(root, '/reports/dashboard')).data
    expect(dashboard.today).toMatchObject(summary)
    expect(totalsOf(sumRows(dashboard.hours.today))).toEqual(summary)
    expect(totalsOf(sumRows(dashboard.branches ?? []))).toEqual(summary)
    expect(dashboard.days.at(-1)).toMatchObject(summary)
    const chart = await read<{ data: { points: Sums[] } }>(root, `/reports/chart?startDate=${today}&endDate=${today}`)
    expect(totalsOf(sumRows(chart.data.points))).toEqual(summary)
    await expectPayoutsAgree()
  })

  it('count each bet at its own percentage after a change, also in pending commission', async () => {
    const { admin } = world.tree
    const [player] = players
    const [master] = masters
    if (!player || !master) throw new Error('There is a player.')
    const before = await rowOf(master)
    const raised = { ...master, commissionBp: 1_000, version: 2 }
    await world.producer.emit({ type: 'accounts.account.updated.v1', data: raised })
    const rates = { ...odd, master: 1_000 }
    await world.live.emit(settledEvent('d9', admin.accountId, [{ player, points: 100, win: 0, rates }]))
    await world.caughtUp()
    const after = await rowOf(master)
    expect(Math.round((after.retailcom - before.retailcom) * 100)).toBe(1_000)
    const payout = (await payoutsOf(world.tree.root)).data.find(({ _id }) => _id === master.accountId)
    expect(payout).toMatchObject({ commission: 10, totalcommission: after.playPoints, amount: after.retailcom })
    await expectPayoutsAgree()
  })
})

const totalsOf = ({ playPoints, winPoints, endPoints, commission, net }: Record<string, number>) => ({
  playPoints,
  winPoints,
  endPoints,
  commission,
  net,
})

async function rowOf(master: AccountSnapshot): Promise<TurnoverRow> {
  const row = (await turnoverOf(world.tree.area)).data.find(({ id }) => id === master.accountId)
  if (!row) throw new Error('The master has a row.')
  return row
}

/** The pending commission of an account equals the column of its level in the turnover report. */
async function expectPayoutsAgree(): Promise<void> {
  const { admin, manager, area } = world.tree
  const earned = new Map<string, number>()
  const rows = async (parent: AccountSnapshot, column: 'supercom' | 'distcom' | 'retailcom' | 'usercom') => {
    for (const row of (await turnoverOf(parent)).data) earned.set(row.id, row[column])
  }
  await rows(admin, 'supercom')
  await rows(manager, 'distcom')
  await rows(area, 'retailcom')
  for (const master of masters) await rows(master, 'usercom')
  const { data, summary } = await payoutsOf(admin)
  expect(new Map(data.map(({ _id, amount }) => [_id, amount]))).toEqual(earned)
  expect(data.filter(({ amount }) => amount > 0).length).toBeGreaterThan(players.length)
  expect(Math.round(summary.amount * 100)).toBe(
    [...earned.values()].reduce((sum, amount) => sum + Math.round(amount * 100), 0),
  )
}
