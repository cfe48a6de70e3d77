import { setTimeout as sleep } from 'node:timers/promises'
import { liveApi } from '@cascade/contracts/live'
import { reportsApi } from '@cascade/contracts/reports'
import type { Suite } from '@cascade/dev'
import { connectMongo } from '@cascade/service-kit'
import { median, type Row } from '../measure'
import { openSession } from '../players/users'
import { callApi } from '../transfers/api'
import { type BetList, openBetList } from './bet-list'
import { type BenchAccount, dayAt, dayCount, insertPlayEvents } from './play-events'

const few = 1_000
/** `BENCH_ROWS=10000` for a quick check: projecting 100,000 rows takes minutes. */
const many = Number(process.env.BENCH_ROWS ?? (process.env.BENCH_FULL === '1' ? 1_000_000 : 100_000))
const calls = 40
const dayMs = 86_400_000

const today = dayAt(new Date())
const days = `startDate=${dayAt(new Date(Date.now() - dayCount * dayMs))}&endDate=${today}`
const size = 10
const page = `page=1&size=${size}`

const rollUps = [
  ['turnover of 30 days', `${reportsApi.turnover.path}?${days}&${page}`],
  ['pending commission', `${reportsApi.commissionPayout.path}?${page}`],
  ['admin commission of 30 days', `${reportsApi.adminCommission.path}?${days}&${page}`],
  ['dashboard', reportsApi.dashboard.path],
] as const
const firstPages = [
  ['transactions', `${reportsApi.transactions.path}?${page}`],
  ['transactions of today', `${reportsApi.transactions.path}?date=${today}&${page}`],
  ['bet history of 30 days', `${liveApi.history.path}?${days}&${page}`],
] as const
/** The same list by page number, up to the last page. */
const laterPages = [
  [
    'transactions, middle page',
    (rows: number) => `${reportsApi.transactions.path}?page=${rows / 2 / size}&size=${size}`,
  ],
  ['transactions, last page', (rows: number) => `${reportsApi.transactions.path}?page=${rows / size}&size=${size}`],
] as const
const measured: readonly (readonly [string, (rows: number) => string])[] = [
  ...[...rollUps, ...firstPages].map(([name, path]) => [name, () => path] as const),
  ...laterPages,
]

/**
 * R6 and R7: latency of reports and first pages with many rows against few, call by call in turns. The many rows are
 * inserted last, so that their processing does not disturb the rest.
 */
export async function reportRows(suites: { few: Suite; many: Suite }): Promise<Row[]> {
  const peer = await filled(suites.few, few)
  const ours = await filled(suites.many, many)
  const pairs = new Map<string, [number, number][]>(measured.map(([name]) => [name, []]))
  for (let round = 0; round <= calls; round++) {
    for (const [name, path] of measured) {
      const pair: [number, number] = [await timeOf(ours, path(many)), await timeOf(peer, path(few))]
      if (round > 0) pairs.get(name)?.push(pair)
    }
  }
  return measured.map(([name]) => rowOf(name, pairs.get(name) ?? []))
}

type Read = (path: string) => Promise<unknown>

/** Inserts `count` rows. @returns reads as the superadmin */
async function filled(suite: Suite, count: number): Promise<Read> {
  const [superadmin] = suite.logins
  if (!superadmin) throw new Error('The demo tree has no logins')
  const { token } = await openSession(suite.url, superadmin)
  const read: Read = path => callApi(suite.url, { method: 'GET', path, token })
  const bets = await openBetList(suite)
  try {
    await insertPlayEvents(suite.mongo.uri, await playersOf(suite), bets.gameId, count)
    await bets.grow(count)
    await waitForRows(read, bets, count)
  } finally {
    await bets.close()
  }
  return read
}

async function timeOf(read: Read, path: string): Promise<number> {
  const from = performance.now()
  await read(path)
  return performance.now() - from
}

async function playersOf({ mongo }: Suite): Promise<BenchAccount[]> {
  const { db, close } = await connectMongo(mongo.uri, 'accounts')
  const players = await db.collection<BenchAccount>('accounts').find({ role: 'player', deleted: false }).toArray()
  await close()
  return players
}

async function waitForRows(read: Read, { gameId }: BetList, rowCountMin: number) {
  const totalOf = async (path: string) => Number(((await read(path)) as { total?: number }).total ?? 0)
  const stakesOf = async () => {
    const answer = reportsApi.turnover.response.parse(await read(`${reportsApi.turnover.path}?${days}&${page}`))
    return answer.summary.playPoints / 2
  }
  const bets = `${liveApi.history.path}?${days}&gameId=${gameId}&${page}`
  if ((await totalOf(bets)) < rowCountMin) throw new Error('bet list lacks the inserted rows')
  while ((await totalOf(`${reportsApi.transactions.path}?${page}`)) < rowCountMin) await sleep(500)
  while ((await stakesOf()) < rowCountMin) await sleep(500)
}

function rowOf(name: string, pairs: readonly [number, number][]): Row {
  const isRollUp = rollUps.some(([each]) => each === name)
  const [ours, peer] = [0, 1].map(side => `${median(pairs.map(pair => pair[side] ?? 0)).toFixed(1)} ms`)
  return {
    name: `${isRollUp ? 'R6' : 'R7'} ${name}, ${many.toLocaleString('en-US')} rows / ${few.toLocaleString('en-US')}`,
    ours: ours ?? '',
    peer: peer ?? '',
    ratio: median(pairs.map(([a, b]) => a / b)).toFixed(2),
    aim: isRollUp ? '<= 1.2' : '<= 1.5',
    note: `median of ${calls} calls in turns`,
  }
}
