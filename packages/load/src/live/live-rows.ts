import { type Game, gameCodes } from '@cascade/contracts/games'
import type { Suite } from '@cascade/dev'
import { connectMongo } from '@cascade/service-kit'
import { closedLoop, figureRow, interleave, type Row, ratioRow } from '../measure'
import { memoryOfSuite, processorRow } from '../transfers/endpoint-ratios'
import { type BenchPlay, openPlay } from './bench-play'
import { isolationRows } from './isolation'
import { openRawBets } from './raw-bet'
import { screenRows } from './screen'
import { settlementRows } from './settlement'

export const players = 48

export async function liveRows(suite: Suite, options: { rounds: number; ms: number }): Promise<Row[]> {
  const play = await openPlay(suite, players)
  return [
    await betRatio(suite, play, options),
    await heldRow(suite, play),
    await betProcessorRow(suite, play, options),
    ...(await isolationRows(suite, play)),
    ...(await settlementRows(suite, play)),
    ...(await screenRows(suite, play)),
  ]
}

const callers = 32
const digit = () => String(Math.floor(Math.random() * 10))

/** Bets through gateway, engine and ledger against the raw program. */
async function betRatio(suite: Suite, play: BenchPlay, { rounds, ms }: { rounds: number; ms: number }): Promise<Row> {
  const game: Game = await play.addGame(gameCodes.funTarget, 3_600)
  const { client, close } = await connectMongo(suite.mongo.uri, 'bench-bets')
  const raw = await openRawBets(client, 'bench-bets', callers)
  try {
    const ours = (caller: number) => play.bet(caller, game.gameId, { type: 'straight', drawno: digit() })
    const measured = await interleave(
      rounds,
      async () => (await closedLoop(callers, ms, ours)).perSecond,
      async () => (await closedLoop(callers, ms, caller => raw.bet(caller, `straight:${digit()}`))).perSecond,
    )
    return ratioRow(`Bets through the gateway, ${callers} callers / raw program`, '>= 1.0', measured)
  } finally {
    await raw.close()
    await close()
  }
}

async function betProcessorRow(suite: Suite, play: BenchPlay, { ms }: { ms: number }): Promise<Row> {
  const { gameId } = await play.addGame(gameCodes.funTarget, 3_600)
  const call = (caller: number) => play.bet(caller, gameId, { type: 'straight', drawno: digit() })
  return processorRow(suite, { name: 'a bet', callers, ms, call }, '<= 0.7 ms without database and client')
}

/** A full run takes 10 minutes, which is enough to reveal memory leaks. */
const heldMs = process.env.BENCH_FULL === '1' ? 600_000 : 20_000
const runInMs = heldMs / 5

/** Maximum rate of accepted bets, and memory growth after the warm-up. */
async function heldRow(suite: Suite, play: BenchPlay): Promise<Row> {
  const game = await play.addGame(gameCodes.funTarget, 3_600)
  const bet = (caller: number) => play.bet(caller, game.gameId, { type: 'straight', drawno: digit() })
  await closedLoop(callers, runInMs, bet)
  const before = memoryOfSuite(suite)
  const held = await closedLoop(callers, heldMs, bet)
  const growth = (memoryOfSuite(suite) / before - 1) * 100
  return figureRow(
    `Bets accepted a second, held ${heldMs / 1000} s`,
    `${Math.round(held.perSecond)}/s`,
    '>= 800/s, memory within 2 %',
    `memory ${growth >= 0 ? '+' : ''}${growth.toFixed(1)} % after ${runInMs / 1000} s of running in`,
  )
}
