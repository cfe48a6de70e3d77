import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { accountApi } from '@cascade/contracts/accounts'
import { RejectedError } from '@cascade/contracts/client'
import { gameCodes } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import { demoTree } from '../seed/demo-tree'
import { type GameFilter, type SeedRecord, seedDemo } from '../seed/seed-demo'
import type { Log } from '../servers/server'
import type { SuitePlan } from '../suite/environment'
import { adminOf, createDemoUsers, type DemoUsers } from './demo-users'
import { type PastServices, startPastServices } from './past-services'
import { readTables, type Table } from './tables'
import { buildTimetable } from './timetable'

const dayMs = 86_400_000
const minuteMs = 60_000
/** Games played in a session, by admin: each draw takes time. */
const gamesPerSession = { admin1: 3, admin2: 2 }
/** Each player of a session signs in, which takes longer than a bet. */
const ticketsPerPlayer = 12
const stakes = [5, 5, 10, 10, 20, 20, 20, 50, 100] as const
const betsPerTicketMax = 3
/** More concurrent tickets are slower. */
const concurrency = 4

/** Half of the games for each admin, as each offering draws at every move of the clock. */
const isPlayed: GameFilter = (admin, gameId) =>
  Object.values(gameCodes).indexOf(gameId as never) % 2 === Number(admin === 'admin2')

type History = { plan: SuitePlan; days: number; record: SeedRecord }

/**
 * Fills an empty suite with the demo tree and some days of play, through its public API on a clock in the past, so that
 * entries and records are consistent.
 */
export async function playHistory({ plan, days, record }: History, log: Log): Promise<void> {
  const nowMs = Date.now()
  const suite = await startPastServices(plan, nowMs - days * dayMs)
  try {
    await seedDemo(suite.url, record, log, isPlayed)
    await playDays(suite, nowMs, days)
  } finally {
    await suite.stop()
  }
}

async function playDays(suite: PastServices, nowMs: number, days: number): Promise<void> {
  const users = createDemoUsers(suite.url)
  const all = await readTables(users.find('superadmin'))
  const tables = new Map(
    Object.keys(gamesPerSession).map(admin => [admin, all.filter(({ gameId }) => isPlayed(admin, gameId))]),
  )
  const players = demoTree.filter(({ role }) => role === 'player').map(({ username }) => username)
  const incidents = incidentsOf(suite, users, players)
  for (const { atMs, daysAgo, tickets } of buildTimetable(nowMs, days, () => randomInt(1e6) / 1e6)) {
    if (atMs < suite.now()) continue
    suite.moveTo(atMs)
    const { draws, balances } = await playSession(suite, users, { players, tables, tickets })
    await Promise.all([...balances.keys()].map(player => users.find(player).call(liveApi.take, { body: {} })))
    for (const [player, balance] of balances) await users.levelBalance(player, balance)
    const correctable = draws.find(({ table }) => table.isPlain)
    while (correctable && incidents[0] && daysAgo <= incidents[0].daysAgo) await incidents.shift()?.run(correctable)
  }
}

/** Corrections, commissions and a suspension, the earliest first. */
function incidentsOf(suite: PastServices, users: DemoUsers, players: string[]) {
  const touched = 'The wheel was touched before it stood still, as the recording shows.'
  const misread = 'The camera shows another number than the one that was typed.'
  const commission = 'Commission of last week'
  return [
    { daysAgo: 6, run: (draw: PlayedDraw) => correct(suite, users, draw, touched) },
    {
      daysAgo: 5,
      async run() {
        await users.transfer('admin1', 'superareamanager1', 412.5, commission)
        await users.transfer('admin1', 'superareamanager2', 96.25, commission)
        await users.transfer('admin2', 'superareamanager3', 138.75, commission)
      },
    },
    {
      daysAgo: 3,
      async run() {
        await suspend(users, 'player8')
        players.splice(players.indexOf('player8'), 1)
      },
    },
    { daysAgo: 2, run: (draw: PlayedDraw) => correct(suite, users, draw, misread) },
  ]
}

type Session = { players: readonly string[]; tables: ReadonlyMap<string, readonly Table[]>; tickets: number }

type PlayedDraw = { drawId: string; drawAtMs: number; table: Table }

/**
 * Places tickets on the next draws of some games and waits until these draws are settled.
 * @returns the draws, and the balances of the players before their wins
 */
async function playSession(suite: PastServices, users: DemoUsers, { players, tables, tickets }: Session) {
  const draws = new Map<string, PlayedDraw>()
  const balances = new Map<string, number>()
  const present = pickAdjacent(players, Math.min(players.length, Math.ceil(tickets / ticketsPerPlayer)))
  const played = new Map(
    Object.entries(gamesPerSession).map(([admin, count]) => [admin, pickAdjacent(tables.get(admin) ?? [], count)]),
  )
  let left = tickets
  async function placeTickets() {
    while (left-- > 0) {
      const player = pick(present)
      const table = pick(played.get(adminOf(player)) ?? [])
      const ticket = await bet(users, player, table)
      if (!ticket) continue
      const { drawId, drawAt, balance } = ticket
      balances.set(player, balance)
      draws.set(drawId, { drawId, drawAtMs: Date.parse(drawAt), table })
    }
  }
  await Promise.all(Array.from({ length: concurrency }, placeTickets))
  if (draws.size > 0) suite.moveTo(Math.max(...[...draws.values()].map(({ drawAtMs }) => drawAtMs)) + 1_500)
  for (const drawId of draws.keys()) await waitUntilSettled(users, drawId)
  return { draws: [...draws.values()], balances }
}

/** @returns undefined if the bet is rejected, e.g. because the player's points are spent */
async function bet(users: DemoUsers, player: string, { gameId, type, options }: Table) {
  const bets = pickAdjacent(options, 1 + randomInt(betsPerTicketMax)).map(drawno => ({
    type,
    drawno,
    quantity: pick(stakes),
  }))
  try {
    return (await users.find(player).call(liveApi.createBet, { body: { gameId, bets } })).data
  } catch (error) {
    if (error instanceof RejectedError && error.isFinal) return undefined
    throw error
  }
}

function pick<T>(list: readonly T[]): T {
  return list[randomInt(list.length)] as T
}

/** `count` adjacent entries from a random start. */
function pickAdjacent<T>(list: readonly T[], count: number): T[] {
  const start = randomInt(list.length)
  return Array.from({ length: count }, (_, index) => list[(start + index) % list.length] as T)
}

const settleDeadlineMs = 30_000
const pollMs = 100

async function waitUntilSettled(users: DemoUsers, drawId: string) {
  const deadline = Date.now() + settleDeadlineMs
  for (;;) {
    // 404 until the draw's tickets have arrived.
    const response = await users
      .find('superadmin')
      .call(liveApi.draw, { params: { drawId } })
      .catch((error: unknown) => {
        if (!(error instanceof RejectedError && error.status === 404)) throw error
      })
    if (response?.data.state === 'settled') return
    if (Date.now() > deadline) throw new Error(`The draw ${drawId} of the demo's history is not settled.`)
    await setTimeout(pollMs)
  }
}

async function correct(suite: PastServices, users: DemoUsers, { drawId, table }: PlayedDraw, reason: string) {
  suite.moveTo(suite.now() + 2 * minuteMs)
  const superadmin = users.find('superadmin')
  const { documents } = (await superadmin.call(liveApi.draw, { params: { drawId } })).data
  const published = documents.at(-1)?.record.result
  const result = table.options.find(option => option !== published) ?? ''
  await superadmin.call(liveApi.correctResult, { body: { drawId, result, boosterValue: 1, reason } })
  await waitUntilSettled(users, drawId)
}

async function suspend(users: DemoUsers, username: string) {
  const userId = await users.idOf(username)
  await users.find('superadmin').call(accountApi.player.toggle, { params: { userId, action: 'deactivate' } })
}
