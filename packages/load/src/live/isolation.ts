import { setTimeout as sleep } from 'node:timers/promises'
import { gameCodes } from '@cascade/contracts/games'
import type { Suite } from '@cascade/dev'
import { connectMongo } from '@cascade/service-kit'
import type { Collection } from 'mongodb'
import { type Measured, openLoop, type Row, summaryOf } from '../measure'
import type { BenchPlay } from './bench-play'

const quietBets = 20
const measuredMs = 20_000
const [loaders, cells] = [32, 1_000]
const pauseMs = 50
/** Draw intervals of the measured games, chosen to rarely coincide. */
const drawnSeconds = [10, 11, 13]

async function waitIfBusy(error: unknown): Promise<void> {
  if (!/answered (429|503)/.test(String(error))) throw error
  await sleep(pauseMs)
}

const digits = (number: number) => String(number).padStart(3, '0')

function repeatUntilStopped(work: () => Promise<void>) {
  let isOver = false
  const ended = (async () => {
    while (!isOver) await work()
  })()
  return () => {
    isOver = true
    return ended
  }
}

type SettlementRow = { _id: string; gameId: string; drawAt: Date; at: Date }
type Beside = { bets: Measured; draws: Measured }

/**
 * Bets and draws of other games while 32 callers saturate a game of 1,000 options. The quiet game has no draw in this time:
 * a bet waiting for the next draw would only measure the lock.
 */
export async function isolationRows(suite: Suite, play: BenchPlay): Promise<Row[]> {
  const loaded = await play.addGame(gameCodes.tripleFun, 7_200)
  const quiet = await play.addGame(gameCodes.funTarget, 7_200)
  const drawn: string[] = []
  for (const seconds of drawnSeconds) drawn.push((await play.addGame(gameCodes.funTarget, seconds)).gameId)
  const { db, close } = await connectMongo(suite.mongo.uri, 'live')
  const settlements = db.collection<SettlementRow>('settlements')
  const beside = async (): Promise<Beside> => {
    const from = new Date()
    const bet = (gameId: string) => play.bet(0, gameId, { type: 'straight', drawno: '7' })
    const ends = drawn.map(gameId =>
      repeatUntilStopped(() => Promise.all([bet(gameId), sleep(1_000)]).then(() => undefined)),
    )
    const bets = await openLoop(quietBets, measuredMs, caller =>
      play.bet(caller, quiet.gameId, { type: 'straight', drawno: '7' }),
    )
    await Promise.all(ends.map(end => end()))
    return { bets, draws: await drawsSince(settlements, drawn, from) }
  }
  try {
    await beside()
    const alone = await beside()
    let taken = 0
    const ends = Array.from({ length: loaders }, (_, caller) =>
      repeatUntilStopped(() => {
        const bet = { type: 'triple', drawno: digits(taken++ % cells) }
        // Overload: rejected callers retry.
        return play.bet(caller, loaded.gameId, bet).catch(waitIfBusy)
      }),
    )
    const loadedBets = await beside().finally(() => Promise.all(ends.map(end => end())))
    return rowsOf(alone, loadedBets, taken)
  } finally {
    await close()
  }
}

/** Delays in ms from the scheduled time of each draw to its result. */
async function drawsSince(
  settlements: Collection<SettlementRow>,
  gameIds: readonly string[],
  from: Date,
): Promise<Measured> {
  const found = await settlements.find({ gameId: { $in: [...gameIds] }, drawAt: { $gte: from } }).toArray()
  return summaryOf(
    found.map(({ at, drawAt }) => at.getTime() - drawAt.getTime()),
    measuredMs,
  )
}

function rowsOf(alone: Beside, beside: Beside, taken: number): Row[] {
  const full = `beside a full game of ${cells.toLocaleString('en-US')} options / alone`
  const row = (what: keyof Beside, name: string, note: string): Row => ({
    name: `p99 of ${name} ${full}`,
    ours: `${beside[what].p99.toFixed(0)} ms`,
    peer: `${alone[what].p99.toFixed(0)} ms`,
    ratio: (beside[what].p99 / alone[what].p99).toFixed(2),
    aim: '<= 1.5',
    note: `p50 ${beside[what].p50.toFixed(0)} and ${alone[what].p50.toFixed(0)} ms, ${note}`,
  })
  const rate = `the full game had ${Math.round((taken / measuredMs) * 1000)} bets a second`
  return [
    row('bets', 'bets on a quiet game', `none of ${beside.bets.count} rejected; ${rate}`),
    row('draws', 'draws of other games', `${beside.draws.count} and ${alone.draws.count} draws`),
  ]
}
