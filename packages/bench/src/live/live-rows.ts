import { type Game, gameCodes } from '@cascade/contracts/games'
import type { Suite } from '@cascade/dev-stack'
import { connectMongo } from '@cascade/service-kit'
import { closedLoop, interleave, type Row, ratioRow } from '../measure'
import { type BenchPlay, openPlay } from './bench-play'
import { openRawBets } from './raw-bet'
import { screenRows } from './screen'
import { settlementRows } from './settlement'

const players = 48

/** Bets, draws and the live screen. */
export async function liveRows(suite: Suite, options: { rounds: number; ms: number }): Promise<Row[]> {
  const play = await openPlay(suite, players)
  return [
    await betRatio(suite, play, options),
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
