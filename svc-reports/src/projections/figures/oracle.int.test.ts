import type { AccountSnapshot } from '@cascade/contracts/accounts'
import { businessDay } from '@cascade/service-kit'
import { actorOf, eventually } from '@cascade/service-kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countFigures, type Question } from '../../testing/oracle'
import { createPicker, makeMoment, type Picker, zone } from '../../testing/play-facts'
import { createRandomPlay } from '../../testing/random-play'
import { startWorld } from '../../testing/world'

const seed = Number(process.env.REPORTS_SEED ?? Date.now() % 1_000_000)
const start = new Date('2026-01-20T00:00:00.000Z')
const daysOfPlay = 45
/** Work that ends when it makes no progress, however slow the machine is. */
const progressTimeoutMs = 600_000
const games = ['MNOQqWWi', 'qZicXikT']
const pick: Picker = createPicker(seed)
const world = await startWorld({ zone })
const { facts, grow, play, movePlayers } = createRandomPlay(world, { pick, games })
let accounts: AccountSnapshot[]

beforeAll(async () => {
  const { root } = world.tree
  const grown = await grow([root, root])
  accounts = grown.accounts
  const { players, masters } = grown
  await world.games.emit(...games.map(gameCreatedEvent))
  await play(players, 150, { from: start, days: 34 })
  await movePlayers(players, masters)
  await play(players, 50, { from: new Date(start.getTime() + 35 * 86_400_000), days: daysOfPlay - 35 })
  await world.caughtUp()
}, 120_000)
afterAll(() => world.stop())

const gameCreatedEvent = (gameId: string) => ({
  type: 'games.game.created.v1',
  data: {
    _id: `id-${gameId}`,
    gameId,
    gameName: `Game ${gameId}`,
    nodigit: 10,
    timecount: 60,
    status: 'active',
    deleted: false,
    version: 1,
  },
})

type Row = Record<string, unknown> & { id: string; username: string }
const figuresOf = (row: object) => {
  const { playPoints, winPoints, endPoints, supercom, distcom, retailcom, usercom, commission, net } = row as Row
  return { playPoints, winPoints, endPoints, supercom, distcom, retailcom, usercom, commission, net }
}
const summaryOf = (row: object) => {
  const { playPoints, winPoints, endPoints, commission, net } = row as Row
  return { playPoints, winPoints, endPoints, commission, net }
}

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

/** Sums of rows, in points. */
const sumRows = (rows: readonly Row[]) =>
  Object.fromEntries(
    names.map(name => [name, rows.reduce((sum, row) => sum + Math.round(Number(row[name]) * 100), 0) / 100]),
  )

function makePeriod(): { from: string; to: string; until: Date | undefined; query: string } {
  const days = [makeMoment(pick, start, daysOfPlay), makeMoment(pick, start, daysOfPlay)]
    .map(moment => businessDay(moment, zone))
    .sort()
  const [from = '', to = ''] = pick.chance(0.2) ? [days[0], days[0]] : days
  const until = pick.chance(0.5) ? makeMoment(pick, start, daysOfPlay) : undefined
  return { from, to, until, query: `startDate=${from}&endDate=${to}${until ? `&asOf=${until.toISOString()}` : ''}` }
}

async function fetchReport(actor: AccountSnapshot, path: string) {
  const { status, body } = await world.call(actorOf(actor), `GET ${path}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Record<string, unknown> & { data: Row[]; summary: object; role: string }
}

describe(`reports of random facts (seed ${seed})`, () => {
  it('match them in the turnover report at every level, period and time', async () => {
    const operators = [world.tree.root, ...accounts.filter(({ role }) => role !== 'player')]
    for (let index = 0; index < 60; index++) {
      const account = pick.one(operators)
      const { query, ...question } = makePeriod()
      const { data, summary } = await fetchReport(
        world.tree.root,
        `/reports/turnoverreport?id=${account.accountId}&${query}`,
      )
      const parent = account.role === 'superadmin' ? '*' : account.accountId
      for (const row of data) {
        expect(figuresOf(row), `${query} of ${row.username}`).toEqual(
          countFigures(facts, { ...question, edge: { parent, child: row.id } }),
        )
      }
      const all = countFigures(facts, { ...question, edge: edgeInto(account) })
      expect(summaryOf(summary), `${query} of ${account.username}`).toEqual(summaryOf(all))
      expect(sumRows(data), `the rows of ${account.username} add up: ${query}`).toEqual(all)
    }
  })

  it('match them in the charts by hour, day and game', async () => {
    for (let index = 0; index < 30; index++) {
      const account = pick.one([world.tree.root, ...accounts])
      const { query, ...question } = makePeriod()
      const { data } = await fetchReport(world.tree.root, `/reports/chart?id=${account.accountId}&${query}`)
      const chart = data as unknown as { by: string; points: Row[]; games: Row[] }
      const all = countFigures(facts, { ...question, edge: edgeInto(account) })
      const sum = (rows: Row[], name: string) =>
        Math.round(rows.reduce((total, row) => total + Number(row[name]) * 100, 0)) / 100
      for (const name of ['playPoints', 'winPoints', 'commission', 'net'] as const)
        expect(sum(chart.points, name), `${name} of ${query}`).toBe(all[name])
      if (account.role !== 'player') expect(sum(chart.games, 'playPoints'), query).toBe(all.playPoints)
      if (chart.by !== 'day') continue
      for (const point of chart.points) {
        const day = { from: String(point.at), to: String(point.at) }
        expect(summaryOf(point)).toEqual(
          summaryOf(countFigures(facts, { ...question, ...day, edge: edgeInto(account) })),
        )
      }
    }
  })

  it('match them in the commission reports', async () => {
    for (let index = 0; index < 15; index++) {
      const { query, ...question } = makePeriod()
      const until = question.until ? `&asOf=${question.until.toISOString()}` : ''
      const viewer = pick.one([world.tree.root, ...accounts.filter(({ role }) => role === 'areamanager')])
      const payouts = await fetchReport(viewer, `/reports/commissionpayout?${until}`)
      const always = { from: '0000', to: '9999', until: question.until }
      for (const row of payouts.data as unknown as (Row & { _id: string })[]) {
        const own = accounts.find(({ accountId }) => accountId === row._id)
        if (!own) continue
        const counted = countFigures(facts, { ...always, edge: edgeInto(own) })
        const earned = {
          superareamanager: 'supercom',
          areamanager: 'distcom',
          master: 'retailcom',
          player: 'usercom',
        } as const
        const amount = counted[earned[own.role as keyof typeof earned]]
        expect([row.totalcommission, row.amount], row.username).toEqual([counted.playPoints, amount])
      }
      const amounts = payouts.data as unknown as { amount: number }[]
      const paid = amounts.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
      expect(Math.round((payouts.summary as { amount: number }).amount * 100)).toBe(paid)
      const shares = await fetchReport(world.tree.root, `/reports/admincommissionpayout?${query}`)
      for (const row of shares.data as unknown as (Row & { adminId: string; gameId: string; totalpoints: number })[]) {
        const edge = { parent: '*', child: row.adminId }
        const counted = countFigures(facts, { ...question, gameId: row.gameId, edge })
        expect([row.totalpoints, row.totalwinpoints]).toEqual([counted.playPoints, counted.winPoints])
        expect(row.commission).toBe(Math.round(counted.playPoints * 10) / 100)
      }
      const chart = await fetchReport(world.tree.root, `/reports/chart?commission=operator&${query}`)
      const { points } = chart.data as unknown as { points: { commission: number }[] }
      const drawn = points.reduce((sum, { commission }) => sum + Math.round(commission * 100), 0)
      const { commission } = shares.summary as { commission: number }
      expect(drawn, `the chart is the report's own figure: ${query}`).toBe(Math.round(commission * 100))
    }
  })
})

it(
  'a verification of all stored figures finds no difference',
  async () => {
    expect((await world.verify()).found).toEqual([])
  },
  progressTimeoutMs,
)

describe('a new generation of projections', () => {
  it(
    'is built automatically when the projection version changed',
    async () => {
      const { active } = await world.generations.state()
      await world.db.collection<{ _id: string }>('generations').updateOne({ _id: 'views' }, { $set: { shape: 0 } })
      const path = 'GET /reports/chart?asOf=2026-02-20T18:29:59.000Z'
      const response = await world.call(actorOf(world.tree.root), path)
      expect([200, 503]).toContain(response.status)
      await world.generationAfter(active)
      await eventually(async () => (await world.call(actorOf(world.tree.root), path)).status === 200)
    },
    progressTimeoutMs,
  )

  it(
    'has the same figures',
    async () => {
      const { root } = world.tree
      const paths = ['turnoverreport', 'chart', 'admincommissionpayout', 'commissionpayout'].map(name => {
        const days = name === 'commissionpayout' ? '' : 'startDate=2026-01-01&endDate=2026-04-01&'
        return `/reports/${name}?${days}asOf=2026-02-20T18:29:59.000Z`
      })
      const answers = async () =>
        Promise.all(paths.map(async path => ({ ...(await fetchReport(root, path)), verified: 'grows older' })))
      const before = await answers()
      const { active } = await world.generations.state()
      await world.generations.build('test')
      await world.generationAfter(active)
      expect((await world.generations.state()).active).toBe(active + 1)
      expect(await answers()).toEqual(before)
    },
    progressTimeoutMs,
  )
})

/** All edges into an account, including former ones. */
function edgeInto({ accountId, role }: AccountSnapshot): Question['edge'] {
  return role === 'superadmin' ? undefined : { parent: 'any', child: accountId }
}
