import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { RejectedError } from '@cascade/contracts/client'
import { liveApi, type PlacedBet } from '@cascade/contracts/live'
import { adminOf, type DemoUsers } from './demo-users'
import type { PastServices } from './past-services'
import type { Table } from './tables'

/** Each player of a session signs in, which takes longer than a bet. */
const ticketsPerPlayer = 6
/** Tickets of a session for each further game of an admin: each draw takes time. */
const ticketsPerGame = 10
const gamesMax = 2
/** Similar enough for few tickets to show the shape of a day. */
const stakes = [20, 50, 50, 100, 100, 100, 150] as const
const betsPerTicket = { min: 2, max: 3 } as const
/** More concurrent tickets are slower. */
const concurrency = 4

/** Betting is closed for some seconds of every draw. */
const closedMs = 5_000

export type World = { suite: PastServices; users: DemoUsers }
type Ticket = PlacedBet & { options: readonly string[] }
type Session = { players: readonly string[]; tables: ReadonlyMap<string, readonly Table[]>; tickets: number }

/** A draw with tickets of a session, the last one of `player`; `options` have stakes. */
export type PlayedDraw = { drawId: string; drawAtMs: number; table: Table; player: string; options: Set<string> }

/**
 * Places tickets on the next draws of some games and waits until these draws are settled.
 * @returns the draws, and the balances of the players before their wins
 */
export async function playSession(world: World, { players, tables, tickets }: Session) {
  const { suite, users } = world
  const draws = new Map<string, PlayedDraw>()
  const balances = new Map<string, number>()
  const present = pickAdjacent(players, Math.min(players.length, Math.ceil(tickets / ticketsPerPlayer)))
  const games = Math.min(gamesMax, Math.ceil(tickets / ticketsPerGame))
  const played = new Map(Array.from(tables, ([admin, list]) => [admin, pickAdjacent(list, games)]))
  let left = tickets
  async function placeTickets() {
    while (left-- > 0) {
      const player = pick(present)
      const table = pick(played.get(adminOf(player)) ?? [])
      const ticket = await bet(world, player, table)
      if (!ticket) continue
      const { drawId, drawAt, balance, options } = ticket
      balances.set(player, balance)
      const before = draws.get(drawId)?.options ?? []
      draws.set(drawId, {
        ...{ drawId, drawAtMs: Date.parse(drawAt), table, player },
        options: new Set([...before, ...options]),
      })
    }
  }
  await Promise.all(Array.from({ length: concurrency }, placeTickets))
  if (draws.size > 0) suite.moveTo(Math.max(...[...draws.values()].map(({ drawAtMs }) => drawAtMs)) + 1_500)
  for (const drawId of draws.keys()) await waitUntilSettled(users, drawId)
  return { draws: [...draws.values()], balances }
}

/**
 * Waits on the clock of the past while betting is closed, and asks for points when they are spent.
 * @returns undefined if the bet is rejected, e.g. by a limit
 */
export async function bet(world: World, player: string, table: Table): Promise<Ticket | undefined> {
  const { gameId, type } = table
  const options = pickAdjacent(table.options, randomInt(betsPerTicket.min, betsPerTicket.max + 1))
  const bets = options.map(drawno => ({ type, drawno, quantity: pick(stakes) }))
  try {
    const { data } = await world.users.find(player).call(liveApi.createBet, { body: { gameId, bets } })
    return { ...data, options }
  } catch (error) {
    if (!(error instanceof RejectedError && error.isFinal)) throw error
    if (error.reason === 'INSUFFICIENT') await world.users.levelBalance(player, 0)
    else if (error.reason === 'DRAW_CLOSED') world.suite.moveTo(world.suite.now() + closedMs)
    else return undefined
    return bet(world, player, table)
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

export async function waitUntilSettled(users: DemoUsers, drawId: string) {
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
