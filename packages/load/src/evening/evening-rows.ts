import { gameCodes } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import type { Suite } from '@cascade/dev'
import { type BenchPlay, openPlay } from '../live/bench-play'
import { figureRow, openLoop, type Row } from '../measure'
import { openSession } from '../players/users'
import { openBetList } from '../reports/bet-list'
import { callApi, transferLoad } from '../transfers/api'
import { openScreens } from './screens'
import { readStalls, sampleMs } from './stalls'

/** `BENCH_BETS` and `BENCH_ROWS` for a slower machine or a quick check. */
const betsPerSecond = Number(process.env.BENCH_BETS ?? 200)
const listedBets = Number(process.env.BENCH_ROWS ?? 100_000)
const transfersPerSecond = 5
const eveningMs = 60_000
const runInMs = 10_000
/** Draw intervals in seconds of the twelve games: each is drawn and paid several times, and some at the same time. */
const intervals = [20, 20, 25, 25, 30, 30, 30, 40, 40, 45, 50, 60]
const watched = 3
const pageSize = 1_000

/**
 * All that an evening has, at the same time: bets on twelve games with their draws and payments, three live screens,
 * transfers, and an export of all bets of a month.
 */
export async function eveningRows(suite: Suite): Promise<Row[]> {
  const play = await openPlay(suite, 48)
  const list = await openBetList(suite)
  await list.grow(listedBets).finally(list.close)
  const games: Game[] = []
  for (const seconds of intervals)
    games.push({ seconds, gameId: (await play.addGame(gameCodes.funTarget, seconds)).gameId })
  const transfer = await transferLoad(suite.url, suite.logins)
  const exporting = await openExport(suite)
  const screens = await openScreens(
    suite.url,
    play.admin,
    games.slice(0, watched).map(({ gameId }) => gameId),
  )
  const bet = (number: number) => placeBet(play, games, number)
  try {
    await openLoop(betsPerSecond, runInMs, bet)
    await readStalls(suite)
    const [bets, transfers, exported] = await Promise.all([
      openLoop(betsPerSecond, eveningMs, bet),
      openLoop(transfersPerSecond, eveningMs, transfer),
      exporting(),
    ])
    const stalls = await readStalls(suite)
    const changes = screens.changes()
    if (changes === 0) throw new Error('invalid run: the screens got no changes')
    const beside = `${transfers.count} transfers, p99 ${transfers.p99.toFixed(0)} ms; ${changes} changes on ${watched} screens`
    const [longest] = stalls
    return [
      figureRow(
        `Evening: p99 of ${betsPerSecond} bets a second on ${games.length} games`,
        `${bets.p99.toFixed(0)} ms`,
        '<= 150 ms',
        `p50 ${bets.p50.toFixed(0)} ms, ${bets.count} bets; ${beside}; export of ${exported.rows} bets in ${(exported.ms / 1000).toFixed(1)} s`,
      ),
      figureRow(
        'Evening: longest delay of an event loop',
        `${longest?.ms.toFixed(0)} ms`,
        '<= 50 ms',
        `${stalls.map(({ name, ms }) => `${name} ${ms.toFixed(0)}`).join(', ')}; sampled every ${sampleMs} ms`,
      ),
    ]
  } finally {
    screens.close()
  }
}

type Game = { gameId: string; seconds: number }

/** Longer than betting is locked before a draw: a bet that waits for the next draw would only measure the lock. */
const lockedMs = 1_500

/** Bets on the games in turn, leaving out those whose draw is imminent. */
function placeBet(play: BenchPlay, games: readonly Game[], number: number) {
  const at = number % games.length
  const inTurn = [...games.slice(at), ...games.slice(0, at)]
  const untilDrawMs = ({ seconds }: Game) => seconds * 1000 - (Date.now() % (seconds * 1000))
  const { gameId } = inTurn.find(game => untilDrawMs(game) > lockedMs) ?? (inTurn[0] as Game)
  return play.bet(number, gameId, { type: 'straight', drawno: String(number % 10) })
}

/** Reads the bets of a month page by page, as a screen does for a file. */
async function openExport({ url, logins }: Suite) {
  const [superadmin] = logins
  if (!superadmin) throw new Error('The demo tree has no logins')
  const { token } = await openSession(url, superadmin)
  const dayAt = (add: number) => new Date(Date.now() + add * 86_400_000).toISOString().slice(0, 10)
  const month = `startDate=${dayAt(-31)}&endDate=${dayAt(1)}&size=${pageSize}`
  const read = async (page: number) => {
    const path = `${liveApi.history.path}?${month}&page=${page}`
    return liveApi.history.response.parse(await callApi(url, { method: 'GET', path, token })).data.length
  }
  return async () => {
    const from = performance.now()
    let rows = 0
    for (let page = 1; rows < listedBets; page++) {
      const count = await read(page)
      if (count === 0) throw new Error(`invalid run: the export ended after ${rows} bets`)
      rows += count
    }
    return { rows, ms: performance.now() - from }
  }
}
