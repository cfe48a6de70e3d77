import { randomInt } from 'node:crypto'
import { gameCodes } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import { demoTree } from '../seed/demo-tree'
import { type GameFilter, type SeedRecord, seedDemo } from '../seed/seed-demo'
import type { Log } from '../servers/server'
import { businessZone, type SuitePlan } from '../suite/environment'
import { createDemoUsers, type DemoUsers } from './demo-users'
import { incidentsOf } from './incidents'
import { type PastServices, startPastServices } from './past-services'
import { playSession } from './play-session'
import { readTables } from './tables'
import { buildTimetable } from './timetable'
import { daysSinceMonday } from './weeks'

const dayMs = 86_400_000

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
    const users = createDemoUsers(suite.url)
    const give = ({ username, credit }: { username: string; credit: number }) => users.give(username, credit)
    await seedDemo(suite.url, record, log, { isPlayed, give })
    await playDays(suite, users, { nowMs, days, log })
  } finally {
    await suite.stop()
  }
}

type Play = { nowMs: number; days: number; log: Log }

async function playDays(suite: PastServices, users: DemoUsers, { nowMs, days, log }: Play) {
  const all = await readTables(users.find('superadmin'))
  const admins = demoTree.filter(({ role }) => role === 'admin').map(({ username }) => username)
  const tables = new Map(admins.map(admin => [admin, all.filter(({ gameId }) => isPlayed(admin, gameId))]))
  const players = demoTree.filter(({ role }) => role === 'player').map(({ username }) => username)
  const zone = businessZone
  const incidents = incidentsOf({ suite, users, players, daysSinceMonday: daysSinceMonday(nowMs, zone) })
  const random = () => randomInt(1e6) / 1e6
  for (const { atMs, daysAgo, tickets } of buildTimetable({ nowMs, days, zone }, random)) {
    if (atMs < suite.now()) continue
    suite.moveTo(atMs)
    const { draws, balances } = await playSession({ suite, users }, { players, tables, tickets })
    await Promise.all([...balances.keys()].map(player => users.find(player).call(liveApi.take, { body: {} })))
    for (const [player, balance] of balances) await users.levelBalance(player, balance)
    const correctable = draws.find(({ table }) => table.isPlain)
    while (correctable && incidents[0] && daysAgo <= incidents[0].daysAgo) {
      const skip = (error: unknown) => log(`The demo goes on without an act of its operators: ${error}`)
      await incidents.shift()?.run(correctable).catch(skip)
    }
  }
}
