import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toHundredths } from '@cascade/contracts'
import { ledgerApi, sessionApi } from '@cascade/contracts/accounts'
import { liveApi } from '@cascade/contracts/live'
import { reportsApi } from '@cascade/contracts/reports'
import { type Suite, startSuite } from '@cascade/dev-stack'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, apiAt, type Session } from '../support/api'
import { type AuditedDraw, expectChainIsWhole, expectDrawIsRight, expectNoneIsLate, settledDraw } from './play/audit'
import { type Attempt, learnOutcomes, startBettors, take } from './play/bettors'
import { correctBack, correctSome } from './play/corrections'
import { killAtRandom, victimsOf } from './play/killer'
import { openRows } from './play/ledger-rows'
import { creditPoints, makePlayWorld, type PlayerAt, type PlayWorld } from './play/play-world'
import { randomOf } from './play/random'
import { type Balanced, startBalanced } from './play/round-robin'

const bets = Number(process.env.BETS ?? 1_500)
const seed = Number(process.env.SEED ?? randomInt(2 ** 31))
/** Between two bets of a player, about. */
const pauseMs = 150
/** A long run is killed at until its end, a short one once at each place. */
const isLong = bets > 3_000
const playersOfAdmin = isLong ? 24 : 12
const limitMs = isLong ? 3_600_000 : 400_000
const patience = { timeout: 120_000, interval: 250 }

const random = randomOf(seed)
let folder: string
let suite: Suite
let api: Api
let world: PlayWorld
let balanced: Balanced
let rows: Awaited<ReturnType<typeof openRows>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-faults-'))
  balanced = await startBalanced({ live: 3, accounts: 2 })
  suite = await startSuite({
    ...{ dataDir: folder, port: 0, seed: 'none', build: false, logLevel: 'fatal' },
    ...balanced.options,
    env: { ...balanced.options.env, BUSINESS_ZONE: zoneAtNoon(), RATE_LOGIN_PER_MINUTE: '1000' },
  })
  api = apiAt(suite.url)
  world = await makePlayWorld(api, playersOfAdmin)
  rows = await openRows(suite.mongo.uri)
}, 240_000)
afterAll(async () => {
  await rows?.close()
  await suite?.stop()
  await balanced?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A zone in which it is about noon, so that no run crosses a midnight. */
function zoneAtNoon(): string {
  const west = new Date().getUTCHours() - 12
  return `Etc/GMT${west < 0 ? west : `+${west}`}`
}

it(`takes, draws and pays ${bets} bets once while everything is killed at random (SEED=${seed})`, {
  timeout: limitMs,
}, async () => {
  const load = startBettors(api, world, random, pauseMs)
  const goesOn = async (more: number) => {
    const wanted = load.booked() + more
    const message = `${more} more bets are not booked`
    await expect
      .poll(() => load.booked(), { ...patience, timeout: isLong ? 600_000 : 120_000, message })
      .toBeGreaterThan(wanted)
  }
  await goesOn(5)
  const until = () => !isLong || load.booked() >= bets
  const isAlive = () => goesOn(isLong ? bets / 25 : 5)
  const killed = await killAtRandom(victimsOf(suite), random, { until, isAlive })
  await expect.poll(() => load.booked(), { timeout: limitMs }).toBeGreaterThanOrEqual(bets)
  await load.stop()

  const unknown = load.attempts.filter(({ outcome }) => outcome === 'unknown')
  await learnOutcomes(api, unknown)
  const booked = load.attempts.filter(({ outcome }) => outcome === 'booked')
  const draws = await auditDraws(booked)
  await everybodyTakes()
  const balances = await expectMoneyIsWhere(booked, draws)
  await expectReportsAgree(draws)

  const corrected = await correctSome(api, adminOf, draws, random)
  await everybodyTakes()
  await expectConserved()
  await correctBack(api, adminOf, corrected)
  await expect.poll(async () => everybodyTakes().then(() => balancesOf(world.players)), patience).toEqual(balances)
  await expectConserved()
  let records = 0
  for (const admin of world.admins) {
    for (const { gameId } of world.games) records += await expectChainIsWhole(api, admin, gameId)
  }
  const entries = await rows.expectEntriesChain()
  const figures = [
    `${booked.length} bets booked of ${load.attempts.length} that were asked for`,
    `${unknown.length} of them of unknown outcome at first`,
    ...[`${draws.length} draws with bets`, `${records} records`, `${entries} entries`],
    `${corrected.length} draws corrected and back`,
  ]
  process.stdout.write(`SEED=${seed}: ${figures.join(', ')}.\nKilled: ${killed.join(', ')}.\n`)
})

const adminOf = (adminId: string): Session => {
  const admin = world.admins.find(({ user }) => user._id === adminId)
  if (!admin) throw new Error(`${adminId} is no admin of this world`)
  return admin
}

/** What was acknowledged is a ticket, once and on the draw that was told; nothing else is. */
async function auditDraws(booked: readonly Attempt[]): Promise<AuditedDraw[]> {
  const drawIds = new Map(booked.map(({ placed, player }) => [placed?.drawId ?? '', player.adminId]))
  const draws: AuditedDraw[] = []
  for (const [drawId, adminId] of drawIds) draws.push(await settledDraw(api, adminOf(adminId), drawId))
  const tickets = new Map(
    draws.flatMap(({ page, tickets: of }) =>
      of.map(({ ticketId, stake }) => [ticketId, `${page.drawId} ${stake}`] as const),
    ),
  )
  const told = new Map(booked.map(({ placed }) => [placed?.ticketId, `${placed?.drawId} ${placed?.stake}`]))
  expect(told.size).toBe(booked.length)
  const notTold = [...tickets].filter(([ticketId]) => !told.has(ticketId))
  const lost = [...told].filter(([ticketId, what]) => tickets.get(ticketId ?? '') !== what)
  expect({ notTold, lost }).toEqual({ notTold: [], lost: [] })
  expect((await rows.ticketIds()).sort()).toEqual([...tickets.keys()].sort())
  for (const draw of draws) {
    expectDrawIsRight(draw)
    expectNoneIsLate(draw)
  }
  await rows.expectClosedAfter(
    new Map(draws.map(({ page }) => [page.drawId, page.documents[0]?.record.closingEvent ?? 0])),
  )
  return draws
}

async function everybodyTakes() {
  for (const player of world.players) {
    await expect.poll(() => take(api, player), patience).toBe(0)
  }
}

async function balancesOf(players: readonly PlayerAt[]): Promise<Map<string, bigint>> {
  const balances = new Map<string, bigint>()
  for (const { session } of players) {
    const params = { id: session.user._id }
    const { user } = await api.call(sessionApi.userauth, world.superadmin, { params })
    balances.set(session.user._id, toHundredths(user.walletBalance))
  }
  return balances
}

/** Each player has what was there, less the stakes, and each win once; each game has the rest. */
async function expectMoneyIsWhere(booked: readonly Attempt[], draws: readonly AuditedDraw[]) {
  const expected = new Map(world.players.map(({ session }) => [session.user._id, toHundredths(creditPoints)] as const))
  const add = (id: string, points: number) => expected.set(id, (expected.get(id) ?? 0n) + toHundredths(points))
  for (const { player, placed } of booked) add(player.session.user._id, -(placed?.stake ?? 0))
  for (const { playerId, win } of draws.flatMap(({ tickets }) => tickets)) add(playerId, win)
  const balances = await balancesOf(world.players)
  expect(balances).toEqual(expected)
  for (const { user } of world.admins) {
    for (const { gameId } of world.games) {
      const own = draws.filter(({ page }) => page.adminId === user._id && page.gameId === gameId)
      const left = own.reduce((sum, { page }) => sum + toHundredths(page.stake) - toHundredths(page.won), 0n)
      const { data } = await api.call(liveApi.loadGame, adminOf(user._id), { query: { adminId: user._id, gameId } })
      expect(toHundredths(data.percentageData[0]?.gameBalance ?? -1)).toBe(left)
    }
  }
  await expectConserved()
  return balances
}

async function expectConserved() {
  const { data } = await api.call(ledgerApi.conservation, world.superadmin)
  expect(data.difference).toBe(0)
}

/** Reports are made of events: of each admin they show what the draws say, in the end. */
async function expectReportsAgree(draws: readonly AuditedDraw[]) {
  const sums = (adminId: string) => {
    const own = draws.filter(({ page }) => page.adminId === adminId).flatMap(({ tickets }) => tickets)
    const sum = (read: (ticket: { stake: number; win: number }) => number) =>
      own.reduce((total, ticket) => total + toHundredths(read(ticket)), 0n)
    return { play: sum(({ stake }) => stake), win: sum(({ win }) => win) }
  }
  for (const { user } of world.admins) {
    await expect
      .poll(async () => {
        const { data } = await api.call(reportsApi.turnover, world.superadmin)
        const row = data.find(({ id }) => id === user._id)
        return { play: toHundredths(row?.playPoints ?? 0), win: toHundredths(row?.winPoints ?? 0) }
      }, patience)
      .toEqual(sums(user._id))
  }
}
