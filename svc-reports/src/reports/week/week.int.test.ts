import type { AccountSnapshot } from '@cascade/contracts/accounts'
import type { Sums, TurnoverRow, WeekFigures, WeekRow, WeekSums } from '@cascade/contracts/reports'
import { addDays, businessDay } from '@cascade/service-kit'
import { actorOf } from '@cascade/service-kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CashFact, createCashEvents } from '../../testing/make-cash'
import { countFigures } from '../../testing/oracle'
import { createPicker, zone } from '../../testing/play-facts'
import { createRandomPlay } from '../../testing/random-play'
import { startWorld } from '../../testing/world'

const seed = Number(process.env.REPORTS_SEED ?? Date.now() % 1_000_000)
const pick = createPicker(seed)
const mondays = ['2026-03-02', '2026-03-09', '2026-03-16'] as const
const [monday] = mondays
const cash: CashFact[] = []
const world = await startWorld({ zone })
const { root, otherRoot } = world.tree
const { facts, grow, play, movePlayers } = createRandomPlay(world, { pick, games: ['MNOQqWWi'] })
let accounts: AccountSnapshot[]
let operators: AccountSnapshot[]

beforeAll(async () => {
  const grown = await grow([root, otherRoot])
  accounts = grown.accounts
  operators = [root, ...accounts.filter(({ role }) => role !== 'player')]
  await play(grown.players, 60, { from: new Date(`${monday}T00:00:00Z`), days: 7 })
  await movePlayers(grown.players, grown.masters)
  await play(grown.players, 40, { from: new Date(`${mondays[1]}T00:00:00Z`), days: 7 })
  const toEvent = createCashEvents()
  for (let day = addDays(monday, -3); day < addDays(monday, 17); day = addDays(day, 1))
    cash.push(...Array.from({ length: pick.integer(8) }, () => makeCash(day)))
  for (const fact of cash) await world.producer.emit(toEvent(fact))
  await world.caughtUp()
}, 120_000)
afterAll(() => world.stop())

/** An entry between an account and its first parent, an admin and either superadmin. */
function makeCash(day: string): CashFact {
  const child = pick.one(accounts)
  const superior = accounts.find(({ accountId }) => accountId === child.parentId)
  const kind = pick.one(['received', 'paid', 'reversal', 'points', 'settled'] as const)
  return {
    parent: superior ?? pick.one([root, otherRoot]),
    child,
    day,
    kind,
    amount: BigInt(pick.integer(9_999) - 5_000),
  }
}

type Sheet = {
  data: { from: string; days: string[]; rows: WeekRow[]; sums: WeekSums }
  total: number
  path: { username: string }[]
}
async function get<T>(path: string): Promise<T> {
  const { status, body } = await world.call(actorOf(root), `GET ${path}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as T
}
const sheetOf = ({ accountId }: AccountSnapshot, from: string, more = '') =>
  get<Sheet>(`/weeksheet?userId=${accountId}&from=${from}${more}`)

const hundredths = (points: number) => Math.round(points * 100)
const figureNames = ['play', 'win', 'end', 'commission', 'net'] as const
const cashNames = ['opening', 'settled', 'paid', 'closing'] as const

/** In hundredths: seven days, the week, and the current account. */
const listAmounts = (row: WeekSums) => [
  ...[...row.days, row.week].flatMap(day => figureNames.map(name => hundredths(day[name]))),
  ...cashNames.map(name => hundredths(row[name])),
]

const levels = ['superareamanager', 'areamanager', 'master', 'player']
const columns = ['supercom', 'distcom', 'retailcom', 'usercom'] as const

/** Figures of a row from the facts alone. */
function count(parent: AccountSnapshot, { userId: child, role }: WeekRow, from: string, to: string): WeekFigures {
  const edge = { parent: parent.role === 'superadmin' ? '*' : parent.accountId, child }
  const counted = countFigures(facts, { from, to, edge })
  const { playPoints: play, winPoints: win, endPoints: end } = counted
  const level = levels.indexOf(role)
  const shares = columns.map(name => hundredths(counted[name])).slice(Math.max(0, level))
  const net = shares.reduce((rest, share) => rest - share, hundredths(end)) / 100
  return { play, win, end, commission: level < 0 ? 0 : (shares[0] ?? 0) / 100, net }
}

function countCash(parent: AccountSnapshot, { userId }: WeekRow, from: string) {
  const own = cash.filter(
    fact =>
      fact.child.accountId === userId &&
      (parent.role === 'superadmin' ? fact.parent.role === 'superadmin' : fact.parent === parent),
  )
  const to = addDays(from, 6)
  const sum = (matches: (fact: CashFact) => boolean) =>
    Number(own.filter(matches).reduce((total, { amount }) => total + amount, 0n)) / 100
  return {
    opening: sum(({ day }) => day < from),
    settled: sum(({ day, kind }) => day >= from && day <= to && kind === 'settled'),
    paid: sum(({ day, kind }) => day >= from && day <= to && kind !== 'settled'),
    closing: sum(({ day }) => day <= to),
  }
}

describe(`the week sheet of random play and cash (seed ${seed})`, () => {
  it('equals the facts in each row and day, and its sums are those of the rows', async () => {
    for (const account of operators) {
      for (const from of mondays) {
        const { rows, days, sums } = (await sheetOf(account, from)).data
        for (const row of rows) {
          const about = `${row.username} in the week of ${from}`
          const expected = days.map(day => count(account, row, day, day))
          expect(row.days, about).toEqual(expected)
          expect(row.week, about).toEqual(count(account, row, from, addDays(from, 6)))
          expect(row, about).toMatchObject(countCash(account, row, from))
        }
        const added = listAmounts(sums).map((_, at) => rows.reduce((sum, row) => sum + (listAmounts(row)[at] ?? 0), 0))
        expect(added, `${account.username} ${from}`).toEqual(listAmounts(sums))
      }
    }
  })

  it('adds up to the turnover report of the same days', async () => {
    for (const account of operators) {
      for (const from of mondays) {
        const { sums, rows } = (await sheetOf(account, from)).data
        const days = `startDate=${from}&endDate=${addDays(from, 6)}`
        const report = `/reports/turnoverreport?id=${account.accountId}&${days}`
        const { data, summary } = await get<{ data: TurnoverRow[]; summary: Sums }>(report)
        const { playPoints: play, winPoints: win, endPoints: end } = summary
        expect(sums.week).toMatchObject({ play, win, end })
        const column = columns[levels.indexOf(rows[0]?.role ?? '')]
        const earned = column ? data.reduce((sum, row) => sum + hundredths(row[column]), 0) : 0
        expect(hundredths(sums.week.commission)).toBe(earned)
        if (account.role === 'superadmin') expect(sums.week.net).toBe(summary.net)
      }
    }
  })

  it('opens each week with the closing balances of the week before', async () => {
    for (const account of operators) {
      const sheets = await Promise.all(mondays.map(from => sheetOf(account, from)))
      for (const [at, { data }] of sheets.entries()) {
        const before = sheets[at - 1]?.data
        if (before) expect(data.sums.opening).toBe(before.sums.closing)
        for (const { userId, opening, settled, paid, closing } of data.rows) {
          expect(hundredths(opening) + hundredths(settled) + hundredths(paid)).toBe(hundredths(closing))
          if (before) expect(opening).toBe(before.rows.find(row => row.userId === userId)?.closing ?? 0)
        }
      }
    }
  })

  it('is the same after a rebuild, and verified', { timeout: 600_000 }, async () => {
    const read = () => Promise.all(operators.map(async account => (await sheetOf(account, monday)).data))
    const before = await read()
    const { active } = await world.generations.state()
    await world.generations.build('test')
    await world.generationAfter(active)
    expect(await read()).toEqual(before)
    expect((await world.verify()).found).toEqual([])
  })
})

describe('the week sheet', () => {
  it('is of this week and the caller by default', async () => {
    const { data, path } = await get<Sheet>('/weeksheet')
    expect(data.days).toContain(businessDay(new Date(), zone))
    expect([data.days.length, new Date(data.from).getUTCDay()]).toEqual([7, 1])
    expect(path.map(({ username }) => username)).toEqual([root.username])
  })

  it('of a future week has no play, and the balances of today', async () => {
    const { rows, sums } = (await sheetOf(root, '2099-01-05')).data
    for (const each of [...rows, sums]) {
      const { opening, closing } = each
      expect(listAmounts(each)).toEqual([...Array<number>(40).fill(0), ...[opening, 0, 0, closing].map(hundredths)])
    }
    expect(sums.closing).toBe((await sheetOf(root, mondays[2])).data.sums.closing)
  })

  it('is paged, searched and sorted, with the sums of all rows found', async () => {
    const { total, data } = await sheetOf(root, monday, '&sort=net&order=desc')
    const nets = data.rows.map(({ week }) => week.net)
    expect(nets).toEqual(nets.toSorted((a, b) => b - a))
    const page = await sheetOf(root, monday, '&sort=net&order=desc&page=2&size=1')
    expect(page).toMatchObject({ total, data: { sums: data.sums, rows: [data.rows[1]] } })
    const found = await sheetOf(root, monday, `&q=${data.rows[0]?.username}`)
    expect([found.total, found.data.rows]).toEqual([1, [data.rows[0]]])
    expect(listAmounts(found.data.sums)).toEqual(found.data.rows.flatMap(listAmounts))
  })

  it('is for the own branch only, of accounts with accounts below, from a Monday', async () => {
    const [admin = root, rival = root] = accounts
    const player = accounts.at(-1) ?? root
    const statusOf = async (actor: AccountSnapshot, query: string) =>
      (await world.call(actorOf(actor), `GET /weeksheet?${query}`)).status
    expect(await statusOf(admin, `userId=${admin.accountId}`)).toBe(200)
    expect(await statusOf(admin, `userId=${rival.accountId}`)).toBe(404)
    expect(await statusOf(root, `userId=${player.accountId}`)).toBe(404)
    expect(await statusOf(player, '')).toBe(403)
    expect(await statusOf(admin, 'from=2026-03-03')).toBe(400)
  })
})
