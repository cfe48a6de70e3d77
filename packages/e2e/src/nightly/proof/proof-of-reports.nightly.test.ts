import { randomInt } from 'node:crypto'
import { toPoints } from '@cascade/contracts'
import { accountApi } from '@cascade/contracts/accounts'
import { liveApi } from '@cascade/contracts/live'
import { reportsApi } from '@cascade/contracts/reports'
import { createRandom } from '@cascade/load/random'
import { afterAll, describe, expect, it } from 'vitest'
import { type DisposableSuite, startDisposableSuite } from '../../faults/disposable-suite'
import { settledDraw } from '../../faults/play/audit'
import { startBettors, take } from '../../faults/play/bettors'
import { correctSome } from '../../faults/play/corrections'
import { makePlayWorld, type PlayWorld } from '../../faults/play/play-world'
import { findZoneAtNoon } from '../../faults/play/time-zone'
import { createAccount } from '../../support/world'
import { balanceAt, type RawBooks, readRawBooks, wonAt } from './raw-books'
import { type Figures, figuresOf, passes, payoutOf, shareOf } from './recompute'

const seed = Number(process.env.SEED ?? randomInt(2 ** 31))
const random = createRandom(seed)
const betsPerRound = 80
const patience = { timeout: 120_000, interval: 500 }
const rates = new Map<string, number>()

let own: DisposableSuite
let world: PlayWorld
let books: RawBooks
/** Accounts whose reports are checked, from the first admin down. */
let operators: { id: string; role: string }[]
/** Moments before all corrections, moves and deletions, and after them. */
let before: string
let end: string

it('a day of play runs with corrected claims, a moved master and a deleted player', {
  timeout: 600_000,
}, async () => {
  own = await startDisposableSuite({ env: { BUSINESS_ZONE: findZoneAtNoon(), RATE_LOGIN_PER_MINUTE: '1000' } })
  world = await makePlayWorld(own.api, 6)
  operators = await findLine(world.admins[0]?.user._id ?? '')
  await setRates()
  const adminOf = (id: string) => world.admins.find(({ user }) => user._id === id) ?? world.superadmin
  const first = await play('first')
  await expect.poll(async () => (await turnover()).summary.playPoints, patience).toBeGreaterThan(0)
  await waitForReports()
  before = await currentMoment()
  await correctSome(own.api, adminOf, first, random)
  for (const player of world.players) await take(own.api, player)
  await moveMaster()
  await play('second')
  await deletePlayer()
  await waitForReports()
  end = await currentMoment()
  books = await readRawBooks(own.suite.mongo.uri)
  expect(books.tickets.length).toBeGreaterThan(betsPerRound)
})
afterAll(() => own?.stop())

async function play(name: string) {
  const bets = startBettors(own.api, world, random, { pauseMs: 150, name })
  await expect.poll(() => bets.booked(), patience).toBeGreaterThan(betsPerRound)
  await bets.stop()
  const booked = bets.attempts.filter(({ outcome }) => outcome === 'booked')
  const draws = new Map(booked.map(({ placed, player }) => [placed?.drawId ?? '', player.adminId]))
  const settled = []
  for (const [drawId, adminId] of draws) {
    const admin = world.admins.find(({ user }) => user._id === adminId) ?? world.superadmin
    settled.push(await settledDraw(own.api, admin, drawId))
  }
  for (const player of world.players) await take(own.api, player)
  return settled
}

/** One account per level from an admin down to a player. */
async function findLine(adminId: string) {
  const line = [{ id: adminId, role: 'admin' }]
  for (let last = line[0]; last && last.role !== 'player'; last = line.at(-1)) {
    const { data } = await own.api.call(reportsApi.turnover, world.superadmin, { query: { id: last.id } })
    const [child] = data
    if (!child) throw new Error(`${last.id} has no child account`)
    line.push({ id: child.id, role: child.role })
  }
  return line
}

async function setRates() {
  const percents = { superareamanager: 3.25, areamanager: 2, master: 1.5, player: 1 } as const
  for (const { id, role } of operators) {
    const commission = percents[role as keyof typeof percents]
    if (!commission) continue
    const base = accountApi[role as keyof typeof percents]
    await own.api.call(base.update, world.superadmin, { params: { id }, body: { commission } as never })
    rates.set(id, commission)
  }
  const reportedRates = async () => {
    const { data } = await own.api.call(reportsApi.commissionPayout, world.superadmin, { query: { size: '1000' } })
    return new Map(data.filter(({ commission }) => commission > 0).map(({ _id, commission }) => [_id, commission]))
  }
  await expect.poll(reportedRates, patience).toEqual(rates)
}

async function moveMaster() {
  const [, manager] = operators
  const master = operators.find(({ role }) => role === 'master')
  const area = await createAccount(own.api, world.superadmin, 'areamanager', manager?.id)
  operators.push({ id: area._id, role: 'areamanager' })
  const body = { refId: area._id } as never
  await own.api.call(accountApi.master.update, world.superadmin, { params: { id: master?.id ?? '' }, body })
}

async function deletePlayer() {
  const player = world.players.at(-1)
  if (!player) throw new Error('no player to delete')
  const params = { id: player.session.user._id }
  await expect.poll(() => take(own.api, player), patience).toBe(0)
  await own.api.call(accountApi.player.remove, world.superadmin, { params })
}

const turnover = () => own.api.call(reportsApi.turnover, world.superadmin)

/** Waits until the reports match the raw books and are stable between two reads. */
async function waitForReports() {
  const readFigures = async () => {
    const query = { size: '1000', loginid: world.superadmin.user._id }
    const { data } = await own.api.call(reportsApi.onlinePlayers, world.superadmin, { query })
    return JSON.stringify([(await turnover()).summary, data.map(({ points, claimPoints }) => [points, claimPoints])])
  }
  let last = ''
  await expect
    .poll(async () => {
      const raw = await readRawBooks(own.suite.mongo.uri)
      const counted = figuresOf(raw, rates, raw.tickets, new Date())
      const now = await readFigures()
      const isLevel = now === last && (await turnover()).summary.playPoints === counted.playPoints
      last = now
      return isLevel
    }, patience)
    .toBe(true)
}

async function currentMoment() {
  const at = new Date().toISOString()
  await expect.poll(() => new Date().toISOString() > at).toBe(true)
  return at
}

const sums = ({ playPoints, winPoints, endPoints, commission, net }: Omit<Figures, 'claimPoints'> | Figures) => ({
  playPoints,
  winPoints,
  endPoints,
  commission,
  net,
})
const ask = <E extends Parameters<typeof own.api.call>[0]>(endpoint: E, query: Record<string, string>) =>
  own.api.call(endpoint, world.superadmin, { query: query as never })

describe.each([
  ['as of a moment before the corrections', () => before, true],
  ['as of the end', () => end, true],
  ['now', () => end, false],
] as const)(`reports %s (SEED=${seed})`, (_name, momentOf, isPast) => {
  const at = () => new Date(momentOf())
  const asOf = (): Record<string, string> => (isPast ? { asOf: momentOf() } : {})
  const counted = (child: string, parent?: string) =>
    figuresOf(
      books,
      rates,
      books.tickets.filter(ticket => passes(ticket, { child, ...(parent ? { parent } : {}) })),
      at(),
    )

  it('match the raw entries in the turnover of every level and the weekly summaries', async () => {
    const all = await ask(reportsApi.turnover, asOf())
    expect(all.summary).toEqual(sums(figuresOf(books, rates, books.tickets, at())))
    for (const row of all.data) expect(row, row.username).toMatchObject(withoutClaim(counted(row.id, '*')))
    for (const { id, role } of operators.filter(each => each.role !== 'player')) {
      const { data, summary } = await ask(reportsApi.turnover, { id, ...asOf() })
      for (const row of data) expect(row, `${role} ${row.username}`).toMatchObject(withoutClaim(counted(row.id, id)))
      expect(summary, role).toEqual(sums(counted(id)))
      const { thisWeek } = (await ask(reportsApi.weeks, { id, ...asOf() })).data
      const { playPoints: played, winPoints: won, endPoints } = counted(id)
      expect(thisWeek).toMatchObject({ played, won, end: endPoints })
    }
  })

  it('match the raw entries in the admin commissions, their chart and the commission payouts', async () => {
    const { data, summary } = await ask(reportsApi.adminCommission, asOf())
    for (const { adminId, gameId, winpercentage, ...row } of data) {
      const tickets = settledTickets().filter(ticket => ticket.adminId === adminId && ticket.gameId === gameId)
      const { playPoints, winPoints } = figuresOf(books, rates, tickets, at())
      expect(row).toMatchObject({ totalpoints: playPoints, totalwinpoints: winPoints })
      expect(row.commission).toBe(shareOf(tickets, winpercentage))
    }
    const chart = (await ask(reportsApi.chart, { commission: 'operator', ...asOf() })).data
    const added = (of: readonly { playPoints: number; winPoints: number }[], name: 'playPoints' | 'winPoints') =>
      Math.round(of.reduce((sum, point) => sum + point[name] * 100, 0)) / 100
    expect(Math.round(chart.points.reduce((sum, { commission }) => sum + commission * 100, 0)) / 100).toBe(
      summary.commission,
    )
    for (const part of [chart.points, chart.games, chart.branches]) {
      expect([added(part, 'playPoints'), added(part, 'winPoints')]).toEqual([
        summary.totalpoints,
        summary.totalwinpoints,
      ])
    }
    const payouts = await ask(reportsApi.commissionPayout, { size: '1000', ...asOf() })
    for (const { _id, username, ...row } of payouts.data) {
      expect(row, username).toMatchObject(payoutOf(books, rates, { account: _id, at: at() }))
    }
    const paid = payouts.data.reduce((sum, { amount }) => sum + amount * 100, 0)
    expect(payouts.summary?.amount).toBe(Math.round(paid) / 100)
  })

  it('match the raw entries in the figures of every player and every bet', async () => {
    const { data: players } = await ask(reportsApi.onlinePlayers, { size: '1000', ...asOf() })
    for (const { _id, username, points, ...row } of players) {
      const { playPoints, winPoints, endPoints, claimPoints } = counted(_id)
      expect(row, username).toMatchObject({ playPoints, winPoints, endPoints, claimPoints })
      expect(points, username).toBe(toPoints(balanceAt(books, _id, at())))
      expect(claimPoints).toBeLessThanOrEqual(winPoints)
    }
    const { data: bets } = await ask(liveApi.history, { size: '1000', ...asOf() })
    const raw = books.tickets.filter(ticket => ticket.at <= at())
    expect(bets.map(({ ticketId }) => ticketId).sort()).toEqual(raw.map(({ id }) => id).sort())
    for (const ticket of raw) {
      const latest = wonAt(books, ticket, at())
      const expected = {
        playpoints: toPoints(ticket.stake),
        winpoints: toPoints(latest?.win ?? 0n),
        resultNo: latest?.result,
      }
      expect(
        bets.find(({ ticketId }) => ticketId === ticket.id),
        ticket.id,
      ).toMatchObject(expected)
    }
  })

  it('match the raw entries in the credit transactions', async () => {
    const { data, total, sums: added } = await ask(reportsApi.transactions, { size: '1000', ...asOf() })
    const raw = books.credits.filter(credit => credit.at <= at())
    expect(total).toBe(raw.length)
    const amounts = new Map(data.map(({ _id, amount }) => [_id, Math.abs(amount)]))
    expect(amounts).toEqual(new Map(raw.map(({ id, amount }) => [id, toPoints(amount)])))
    const of = (sign: number) =>
      Math.round(data.reduce((sum, { amount }) => sum + (amount * sign > 0 ? amount * 100 : 0), 0)) / 100
    expect(added).toEqual({ credit: of(1), debit: of(-1) })
  })

  const settledTickets = () => books.tickets.filter(ticket => ticket.at <= at() && wonAt(books, ticket, at()))
})

it('the dashboard matches the raw entries, and the report verification finds no faults', async () => {
  const { data } = await own.api.call(reportsApi.dashboard, world.superadmin)
  expect(data.today).toMatchObject(sums(figuresOf(books, rates, books.tickets, new Date(end))))
  expect((await own.api.call(reportsApi.verification, world.superadmin)).data.found).toEqual([])
})

const withoutClaim = ({ claimPoints: _claim, ...figures }: Figures) => figures
