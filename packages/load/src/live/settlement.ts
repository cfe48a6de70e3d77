import { setTimeout as sleep } from 'node:timers/promises'
import { gameCodes } from '@cascade/contracts/games'
import type { Suite } from '@cascade/dev'
import { connectMongo, inTransaction } from '@cascade/service-kit'
import type { Collection, Db, MongoClient } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import { closedLoop, figureRow, type Row } from '../measure'
import type { BenchPlay } from './bench-play'

const isFull = process.env.BENCH_FULL === '1'
const ticketCount = isFull ? 100_000 : 20_000
/** All tickets must be placed within one draw. */
const intervalSecondsMin = isFull ? 600 : 120
const creationSeconds = 15
const [placers, bettors] = [48, 8]
const chunk = 500

type DrawRow = { _id: string; gameId: string; state: string; tickets: number; drawAt: Date }
type TicketRow = { _id: string; drawId: string; win: bigint; claimed: bigint; claimedAt: Date | null }

/** Settlement rate of a large draw against raw bulk writes, and the latency of bets on another game meanwhile. */
export async function settlementRows(suite: Suite, play: BenchPlay): Promise<Row[]> {
  const { client, db, close } = await connectMongo(suite.mongo.uri, 'live')
  try {
    const intervalSeconds = findNextInterval()
    const [large, other] = [
      await play.addGame(gameCodes.funTarget, intervalSeconds),
      await play.addGame(gameCodes.funTarget, 7_200),
    ]
    const draws = db.collection<DrawRow>('draws')
    const drawId = await fill(play, draws, { gameId: large.gameId, intervalSeconds })
    const betting = (ms: number) =>
      closedLoop(bettors, ms, caller => play.bet(caller, other.gameId, { type: 'straight', drawno: '7' }))
    const quiet = await betting(3_000)
    const settled = settleTime(draws, drawId)
    const row = await draws.findOne({ _id: drawId })
    await sleep(Math.max(0, (row?.drawAt.getTime() ?? 0) - Date.now()))
    const busy = await betting(3_000)
    const ours = await settled
    const tickets = await db.collection<TicketRow>('tickets').find({ drawId }).toArray()
    const winners = tickets.filter(({ win }) => win > 0n)
    const peer = await rawSettle(client, db, winners)
    const perSecond = (ms: number) => (tickets.length / ms) * 1000
    return [
      {
        name: `R13 tickets settled a second, a draw of ${tickets.length} / raw bulk writes of its ${winners.length} winners`,
        ours: `${Math.round(perSecond(ours))}/s`,
        peer: `${Math.round(perSecond(peer))}/s`,
        ratio: (peer / ours).toFixed(2),
        aim: '>= 0.5',
        note: `${Math.round(ours)} ms, looked at every 20 ms, bets on another game go on`,
      },
      {
        name: `p99 of a bet while that draw is paid / before, ${bettors} callers`,
        ours: `${busy.p99.toFixed(0)} ms`,
        peer: `${quiet.p99.toFixed(0)} ms`,
        ratio: (busy.p99 / quiet.p99).toFixed(2),
        aim: '<= 2',
      },
      figureRow('Bets a second meanwhile, and before', `${busy.perSecond.toFixed(0)}, ${quiet.perSecond.toFixed(0)}`),
    ]
  } finally {
    await close()
  }
}

/** The sufficiently long interval whose next draw opens first. Draws are aligned to the Unix epoch. */
function findNextInterval(): number {
  const readyAt = Date.now() / 1000 + creationSeconds
  const long = Array.from({ length: intervalSecondsMin / 2 }, (_, more) => intervalSecondsMin + more)
  const waits = long.map(seconds => ({ seconds, wait: seconds - (readyAt % seconds) }))
  return waits.reduce((best, each) => (each.wait < best.wait ? each : best)).seconds
}

type Filled = { gameId: string; intervalSeconds: number }

/** Places all tickets on the draw that has just opened. @returns the draw id */
async function fill(play: BenchPlay, draws: Collection<DrawRow>, { gameId, intervalSeconds }: Filled): Promise<string> {
  await sleep(intervalSeconds * 1000 - (Date.now() % (intervalSeconds * 1000)) + 200)
  let left = ticketCount
  const digit = () => String(Math.floor(Math.random() * 10))
  const placeTicket = async (caller: number) => {
    while (left-- > 0) await play.bet(caller, gameId, { type: 'straight', drawno: digit() })
  }
  await Promise.all(Array.from({ length: placers }, (_, caller) => placeTicket(caller)))
  for (let polls = 200; polls > 0; polls--) {
    const found = await draws.find({ gameId }).sort({ tickets: -1 }).toArray()
    const sum = found.reduce((total, { tickets }) => total + tickets, 0)
    const [largest] = found
    if (largest && sum >= ticketCount) return largest._id
    await sleep(100)
  }
  throw new Error('tickets of the large draw not found in time')
}

/** Milliseconds from the result to the last payout. */
async function settleTime(draws: Collection<DrawRow>, drawId: string): Promise<number> {
  let drawnAt: number | undefined
  for (;;) {
    const row = await draws.findOne({ _id: drawId }, { projection: { state: 1 } })
    if (row?.state === 'drawn') drawnAt ??= performance.now()
    if (row?.state === 'settled') return performance.now() - (drawnAt ?? performance.now() - 20)
    await sleep(20)
  }
}

/** The same writes with the driver alone: win and claim row of each winner, in batches of 500. */
async function rawSettle(client: MongoClient, db: Db, winners: readonly TicketRow[]): Promise<number> {
  const tickets = db.collection<TicketRow>('bench_tickets')
  const wins = db.collection<{ _id: string; amount: bigint; playerId: string; dueAt: Date }>('bench_wins')
  for (let at = 0; at < winners.length; at += chunk) {
    await tickets.insertMany(winners.slice(at, at + chunk).map(ticket => ({ ...ticket, win: 0n })))
  }
  const startedAt = performance.now()
  for (let at = 0; at < winners.length; at += chunk) {
    const some = winners.slice(at, at + chunk)
    await inTransaction(client, async session => {
      const writes = some.map(({ _id, win }) => ({ updateOne: { filter: { _id }, update: { $set: { win } } } }))
      await tickets.bulkWrite(writes, { session, ordered: false })
      const rows = some.map(({ win }) => ({ _id: uuidv7(), amount: win, playerId: 'bench', dueAt: new Date() }))
      await wins.insertMany(rows, { session })
    })
  }
  const elapsed = performance.now() - startedAt
  await Promise.all([tickets.drop(), wins.drop()])
  return elapsed
}
