import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { accountApi } from '@cascade/contracts/accounts'
import { RejectedError } from '@cascade/contracts/client'
import { gameCodes } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import { demoTree } from '../seed/demo-tree'
import { type GamesForNow, type SeedRecord, seedDemo } from '../seed/seed-demo'
import type { Log } from '../servers/server'
import type { SuitePlan } from '../suite/environment'
import { type PastServices, startPastServices } from './past-services'
import { adminOf, demoPeople } from './people'
import { readTables, type Table } from './tables'
import { timetableOf } from './timetable'

const dayMs = 86_400_000
const minuteMs = 60_000
/** Games of a branch that are played at a sitting: few draws make a quick history. */
const gamesAtOnce = { admin1: 3, admin2: 2 }
/** Each player signs in at each sitting, which takes longer than a bet. */
const ticketsPerPlayer = 12
const stakes = [5, 5, 10, 10, 20, 20, 20, 50, 100] as const
const mostBets = 3
/** More at once make a history slower. */
const betsAtOnce = 4

/** Each pair of admin and game draws at every moment: with half of the games for each admin, a history is quick. */
const playsIn: GamesForNow = (admin, gameId) =>
  Object.values(gameCodes).indexOf(gameId as never) % 2 === Number(admin === 'admin2')

type History = { plan: SuitePlan; days: number; record: SeedRecord }

/**
 * Fills an empty suite with the demo tree and some days of play, through its public API and by a clock in the past, so
 * that every entry and record is a true one.
 */
export async function playHistory({ plan, days, record }: History, log: Log): Promise<void> {
  const nowMs = Date.now()
  const suite = await startPastServices(plan, nowMs - days * dayMs)
  try {
    await seedDemo(suite.url, record, log, playsIn)
    await live(suite, nowMs, days)
  } finally {
    await suite.stop()
  }
}

type People = ReturnType<typeof demoPeople>

async function live(suite: PastServices, nowMs: number, days: number): Promise<void> {
  const people = demoPeople(suite.url)
  const all = await readTables(people.find('superadmin'))
  const tables = new Map(
    Object.keys(gamesAtOnce).map(admin => [admin, all.filter(({ gameId }) => playsIn(admin, gameId))]),
  )
  const players = demoTree.filter(({ role }) => role === 'player').map(({ username }) => username)
  const events = eventsOf(suite, people, players)
  for (const { atMs, daysAgo, tickets } of timetableOf(nowMs, days, () => randomInt(1e6) / 1e6)) {
    if (atMs < suite.now()) continue
    suite.moveTo(atMs)
    const balances = new Map<string, number>()
    const draws = await sit(suite, people, { players, tables, tickets, balances })
    await Promise.all([...balances.keys()].map(player => people.find(player).call(liveApi.take, { body: {} })))
    for (const [player, balance] of balances) await people.settleUp(player, balance)
    const correctable = draws.find(({ table }) => table.isPlain)
    while (correctable && events[0] && daysAgo <= events[0].daysAgo) await events.shift()?.happen(correctable)
  }
}

/** What does not happen every day, the earliest first. */
function eventsOf(suite: PastServices, people: People, players: string[]) {
  const touched = 'The wheel was touched before it stood still, as the recording shows.'
  const misread = 'The camera shows another number than the one that was typed.'
  const commission = 'Commission of last week'
  return [
    { daysAgo: 6, happen: (draw: PlayedDraw) => correct(suite, people, draw, touched) },
    {
      daysAgo: 5,
      async happen() {
        await people.give('admin1', 'superareamanager1', 412.5, commission)
        await people.give('admin1', 'superareamanager2', 96.25, commission)
        await people.give('admin2', 'superareamanager3', 138.75, commission)
      },
    },
    {
      daysAgo: 3,
      async happen() {
        await suspend(people, 'player8')
        players.splice(players.indexOf('player8'), 1)
      },
    },
    { daysAgo: 2, happen: (draw: PlayedDraw) => correct(suite, people, draw, misread) },
  ]
}

type Guests = {
  players: readonly string[]
  tables: ReadonlyMap<string, readonly Table[]>
  tickets: number
  balances: Map<string, number>
}

type PlayedDraw = { drawId: string; drawAtMs: number; table: Table }

/** Tickets for the next draws of some games, until these draws are settled. */
async function sit(suite: PastServices, people: People, guests: Guests): Promise<PlayedDraw[]> {
  const { players, tables, tickets, balances } = guests
  const draws = new Map<string, PlayedDraw>()
  const present = some(players, Math.min(players.length, Math.ceil(tickets / ticketsPerPlayer)))
  const played = new Map(
    Object.entries(gamesAtOnce).map(([admin, count]) => [admin, some(tables.get(admin) ?? [], count)]),
  )
  let left = tickets
  async function placeTickets() {
    while (left-- > 0) {
      const player = pick(present)
      const table = pick(played.get(adminOf(player)) ?? [])
      const ticket = await bet(people, player, table)
      if (!ticket) continue
      const { drawId, drawAt, balance } = ticket
      balances.set(player, balance)
      draws.set(drawId, { drawId, drawAtMs: Date.parse(drawAt), table })
    }
  }
  await Promise.all(Array.from({ length: betsAtOnce }, placeTickets))
  if (draws.size === 0) return []
  suite.moveTo(Math.max(...[...draws.values()].map(({ drawAtMs }) => drawAtMs)) + 1_500)
  for (const drawId of draws.keys()) await settled(people, drawId)
  return [...draws.values()]
}

async function bet(people: People, player: string, { gameId, type, options }: Table) {
  const bets = some(options, 1 + randomInt(mostBets)).map(drawno => ({ type, drawno, quantity: pick(stakes) }))
  try {
    return (await people.find(player).call(liveApi.createBet, { body: { gameId, bets } })).data
  } catch (error) {
    // A player who has spent everything watches.
    if (error instanceof RejectedError && error.isFinal) return undefined
    throw error
  }
}

function pick<T>(list: readonly T[]): T {
  return list[randomInt(list.length)] as T
}

/** So many neighbours of a list, by chance. */
function some<T>(list: readonly T[], count: number): T[] {
  const start = randomInt(list.length)
  return Array.from({ length: count }, (_, index) => list[(start + index) % list.length] as T)
}

const settleDeadlineMs = 30_000
const lookEveryMs = 100

async function settled(people: People, drawId: string) {
  const deadline = Date.now() + settleDeadlineMs
  for (;;) {
    // Its tickets may not have come there yet.
    const answer = await people
      .find('superadmin')
      .call(liveApi.draw, { params: { drawId } })
      .catch((error: unknown) => {
        if (!(error instanceof RejectedError && error.status === 404)) throw error
      })
    if (answer?.data.state === 'settled') return
    if (Date.now() > deadline) throw new Error(`The draw ${drawId} of the demo's history is not settled.`)
    await setTimeout(lookEveryMs)
  }
}

async function correct(suite: PastServices, people: People, { drawId, table }: PlayedDraw, reason: string) {
  suite.moveTo(suite.now() + 2 * minuteMs)
  const office = people.find('superadmin')
  const { documents } = (await office.call(liveApi.draw, { params: { drawId } })).data
  const published = documents.at(-1)?.record.result
  const result = table.options.find(option => option !== published) ?? ''
  await office.call(liveApi.correctResult, { body: { drawId, result, boosterValue: 1, reason } })
  await settled(people, drawId)
}

async function suspend(people: People, username: string) {
  const userId = await people.find(username).id()
  await people.find('superadmin').call(accountApi.player.toggle, { params: { userId, action: 'deactivate' } })
}
