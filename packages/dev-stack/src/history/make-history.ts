import { randomInt } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { AnswerOf, AnyEndpoint } from '@cascade/contracts'
import { accountApi } from '@cascade/contracts/accounts'
import { type CallInput, Refused, type SignedIn, signIn } from '@cascade/contracts/client'
import { gameCodes, gamesApi } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import { demoPassword, demoTree } from '../seed/demo-tree'
import { type SeedRecord, seedDemo } from '../seed/seed-demo'
import type { Log } from '../servers/server'
import type { SuitePlan } from '../suite/environment'
import { type PastSuite, startPastSuite } from './past-suite'

const dayMs = 86_400_000
const minuteMs = 60_000
/** When people play, by the clock of the business day's usual zone: after work, at weekends in the afternoon, too. */
const evening = '14:42:05Z'
const afternoon = '09:12:05Z'
const roundsOfSitting = 3
/** Each game that an admin offers is drawn at every moment: few games make a quick history. */
const gamesPlayed = [gameCodes.funTarget, gameCodes.lucky12, gameCodes.lucky16]
const correctionDaysAgo = 9
const suspensionDaysAgo = 3
/** Below it a player asks the master for more. */
const lowBalance = 40
const topUp = 250
const stakes = [5, 5, 10, 10, 20, 20, 50] as const

type Wish = { seed?: 'demo' | 'none'; historyDays?: number; mongo?: unknown }

/** Days to be made: only a folder and servers of our own are surely empty, and their clock has not been anywhere yet. */
export async function wantedHistory({ seed, historyDays = 0, mongo }: Wish, dataDir: string): Promise<number> {
  if (seed !== 'demo' || mongo || process.env.MONGODB_URI) return 0
  const isNew = await stat(join(dataDir, 'day-seeds.json')).then(
    () => false,
    () => true,
  )
  return isNew ? historyDays : 0
}

/**
 * Fills an empty suite with the demo tree and some weeks of play, through its public API and by a clock in the past:
 * what people could have done, so that every entry and record is a true one. One that is cut off leaves what it has
 * made; the demo tree is completed by the next start.
 */
export async function makeHistory(
  plan: SuitePlan,
  days: number,
  record: SeedRecord,
  log: Log | undefined,
  onStart: (stop: () => Promise<unknown>) => void,
): Promise<void> {
  const nowMs = Date.now()
  const suite = await startPastSuite(plan, nowMs - days * dayMs, onStart)
  try {
    await seedDemo(suite.url, record, log, gamesPlayed)
    await live(suite, nowMs, days)
    log?.(`${days} days of history made`)
  } finally {
    await suite.stop()
  }
}

async function live(suite: PastSuite, nowMs: number, days: number): Promise<void> {
  const office = personAt(suite.url, 'superadmin')
  const tables = await readTables(office)
  const players = demoTree.filter(({ role }) => role === 'player')
  let corrected = false
  let suspended = false
  for (const { atMs, daysAgo, isBusy } of sittingsOf(nowMs, days)) {
    if (atMs < suite.now()) continue
    await suite.moveTo(atMs)
    if (!suspended && daysAgo <= suspensionDaysAgo) {
      await suspend(office, 'player8')
      suspended = true
    }
    const here = players.filter(
      ({ username }) => randomInt(isBusy ? 5 : 3) > 0 && !(suspended && username === 'player8'),
    )
    const people = here.map(({ username, parent }) => ({ me: personAt(suite.url, username), parent, balance: 0 }))
    const drawn = await sit(suite, office, people, tables)
    const [first] = drawn
    if (!corrected && first && daysAgo <= correctionDaysAgo) {
      await correct(suite, office, first)
      corrected = true
    }
    await Promise.all(people.map(({ me }) => me.call(liveApi.take, { body: {} })))
    for (const { me, parent, balance } of people) if (balance < lowBalance) await fund(suite.url, parent, me)
  }
}

type Person = ReturnType<typeof personAt>

/** Somebody of the demo tree, signed in anew whenever a session has ended. */
function personAt(url: string, username: string) {
  let session: Promise<SignedIn | undefined> | undefined
  async function open() {
    session ??= signIn(url, { username, password: demoPassword }, { patienceMs: 20_000, repeats: 6 })
    const opened = await session
    if (!opened) throw new Error(`${username} cannot sign in.`)
    return opened
  }
  return {
    id: async () => (await open()).user._id,
    async call<E extends AnyEndpoint>(endpoint: E, input?: CallInput<E>): Promise<AnswerOf<E>> {
      try {
        return await (await open()).call(endpoint, input)
      } catch (error) {
        if (!(error instanceof Refused && error.status === 401)) throw error
        session = undefined
        return (await open()).call(endpoint, input)
      }
    },
  }
}

type Table = { gameId: string; type: string; options: string[] }

async function readTables(office: Person): Promise<Table[]> {
  const games = (await office.call(gamesApi.list)).data.filter(({ gameId }) =>
    gamesPlayed.some(code => code === gameId),
  )
  return Promise.all(
    games.map(async ({ _id, gameId }) => {
      const { description } = (await office.call(gamesApi.description, { params: { id: _id } })).data
      const bet = description.bets.find(({ cover, dimension }) => cover === 'same' && dimension === 'result')
      const options = description.dimensions[0]?.options
      if (!bet || !Array.isArray(options))
        throw new Error(`The game ${gameId} does not name each option that one bets on.`)
      return { gameId, type: bet.type, options: options.map(({ drawno }) => drawno) }
    }),
  )
}

type Sitting = { atMs: number; daysAgo: number; isBusy: boolean }

/** Evenings, and afternoons of weekends; of today what is over. */
function sittingsOf(nowMs: number, days: number): Sitting[] {
  return Array.from({ length: days + 1 }, (_, index) => days - index).flatMap(daysAgo => {
    const at = new Date(nowMs - daysAgo * dayMs)
    const day = at.toISOString().slice(0, 10)
    const isBusy = [0, 6].includes(at.getUTCDay())
    return (isBusy || daysAgo === 0 ? [afternoon, evening] : [evening])
      .map(time => ({ atMs: Date.parse(`${day}T${time}`), daysAgo, isBusy }))
      .filter(({ atMs }) => atMs < nowMs - 10 * minuteMs)
  })
}

type Guest = { me: Person; parent: string; balance: number }

/** Some draws one after the other. @returns those that were bet on */
async function sit(suite: PastSuite, office: Person, people: Guest[], tables: Table[]) {
  const drawn: string[] = []
  for (let round = 0; round < roundsOfSitting; round++) {
    const tickets = await Promise.all(
      people.map(async guest => {
        const table = tables[randomInt(tables.length)]
        if (!table) return undefined
        const drawno = table.options[randomInt(table.options.length)] ?? ''
        const quantity = stakes[randomInt(stakes.length)] ?? 5
        const body = { gameId: table.gameId, bets: [{ type: table.type, drawno, quantity }] }
        try {
          const { data } = await guest.me.call(liveApi.createBet, {
            body,
            key: `history-${suite.now()}-${randomInt(1e9)}`,
          })
          guest.balance = data.balance
          return data
        } catch (error) {
          // Who has spent everything watches.
          if (error instanceof Refused && error.isFinal) return undefined
          throw error
        }
      }),
    )
    const placed = tickets.filter(ticket => ticket !== undefined)
    if (placed.length === 0) continue
    const draws = [...new Set(placed.map(({ drawId }) => drawId))]
    await suite.moveTo(Math.max(...placed.map(({ drawAt }) => Date.parse(drawAt))) + 1_500)
    for (const drawId of draws) await settled(suite, office, drawId)
    drawn.push(...draws)
  }
  return drawn
}

const settleDeadlineMs = 30_000

async function settled(suite: PastSuite, office: Person, drawId: string) {
  const deadline = Date.now() + settleDeadlineMs
  for (;;) {
    // Its tickets may not have come there yet.
    const known = await office.call(liveApi.draw, { params: { drawId } }).catch((error: unknown) => {
      if (!(error instanceof Refused && error.status === 404)) throw error
    })
    if (known?.data.state === 'settled') return
    if (Date.now() > deadline) throw new Error(`The draw ${drawId} of the demo's history is not settled.`)
    await suite.look()
  }
}

async function correct(suite: PastSuite, office: Person, drawId: string) {
  await suite.moveTo(suite.now() + 2 * minuteMs)
  const { documents } = (await office.call(liveApi.draw, { params: { drawId } })).data
  const result = documents.at(-1)?.record.result
  const reason = 'The wheel was touched before it stood still, as the recording shows.'
  await office.call(liveApi.correctResult, {
    body: { drawId, result: result === '3' ? '5' : '3', boosterValue: 1, reason },
  })
  await settled(suite, office, drawId)
}

async function suspend(office: Person, username: string) {
  const { data } = await office.call(accountApi.player.list, { query: { q: username, size: 10 } })
  const userId = data.find(account => account.username === username)?._id
  if (userId) await office.call(accountApi.player.toggle, { params: { userId, action: 'deactivate' } })
}

/** A master passes some of their own points on. */
async function fund(url: string, master: string, player: Person) {
  const body = { toUserId: await player.id(), transferAmount: topUp, password: demoPassword }
  await personAt(url, master).call(accountApi.player.transfer, { body, key: `history-fund-${Date.now()}` })
}
