import { accountSortFields } from '@cascade/contracts/accounts'
import type { Suite } from '@cascade/dev'
import { figureRow, type Measured, type Row, summaryOf } from '../measure'
import { callApi, transferLoad } from '../transfers/api'
import { type Crowd, createCrowd } from './crowd'
import { moveRows, startLoad } from './move-rows'
import { suspensionRow } from './suspension-row'

/** `BENCH_ACCOUNTS=100000` is the target size. */
const many = Number(process.env.BENCH_ACCOUNTS ?? 10_000)
const few = 100
const calls = Number(process.env.BENCH_CALLS ?? 100)
const callers = 8
/** `BENCH_MOVES=0` skips the move, which takes many minutes with 100,000 accounts. */
const isMoved = process.env.BENCH_MOVES !== '0'
/** Of the embedded server, up to 20,000 accounts. */
const aimMs = 1_000
const say = (line: string) => process.stderr.write(`${line}\n`)

type Read = { name: string; path: string; token: string }

/**
 * Reads of an admin with a large subtree against a small one, under full transfer load of other accounts; then the
 * subtree moves to another admin.
 */
export async function growthRows(suite: Suite): Promise<Row[]> {
  // Before the crowd exists, so that other accounts transfer.
  const transfer = await transferLoad(suite.url, suite.logins)
  const crowd = await createCrowd(suite)
  try {
    await crowd.growTo(few)
    const peer = await measured(suite.url, crowd, transfer)
    say(`${few} accounts measured; growing to ${many} …`)
    const startedAt = performance.now()
    const countedMs = await crowd.growTo(many)
    const grownMs = performance.now() - startedAt
    say(`grown in ${Math.round(grownMs)} ms, of which ${Math.round(countedMs)} ms for the subtree aggregates`)
    const ours = await measured(suite.url, crowd, transfer)
    for (const { p50, p99, path } of ours.reads) say(`${p50.toFixed(1)} / ${p99.toFixed(1)} ms ${path}`)
    const rate = `${Math.round(ours.transfers.perSecond)}/s`
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
    return [
      figureRow(
        `Branch figures of ${many.toLocaleString('en-US')} accounts made anew`,
        seconds(countedMs),
        '',
        `inserted within ${seconds(grownMs - countedMs)}`,
      ),
      ...slowestOf(ours.reads).map(own =>
        rowOf(own, peer.reads.find(({ path, token }) => path === own.path && token === own.token) ?? own),
      ),
      figureRow(
        `Transfers of others beside these reads, ${callers} callers`,
        rate,
        '',
        `${ours.transfers.count} booked, ${ours.retries} retries while busy`,
      ),
      await suspensionRow(suite.url, crowd, { transfer, callers }),
      ...(isMoved ? await moveRows(suite.url, crowd, { transfer, callers }) : []),
    ]
  } finally {
    await crowd.close()
  }
}

const orders = accountSortFields.flatMap(field => [`sort=${field}`, `sort=${field}&order=desc`])
const monthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString()
/** Filters by status, time, parent and balance, alone and combined. */
const filtersOf = (parent: string) => [
  'status=active',
  'status=deactive',
  `createdFrom=${monthAgo}`,
  `parent=${parent}`,
  'balanceFrom=0&balanceTo=10',
  'status=active&balanceFrom=0&sort=walletBalance&order=desc',
]

function readsOf({ admin, superadmin, top, area }: Crowd): Read[] {
  const page = '/player/all?page=1&size=10'
  const { token } = admin
  const eachOf = (name: string, queries: readonly string[]) =>
    queries.map((query): Read => ({ name, path: `${page}&${query}`, token }))
  return [
    { name: 'first page of the players', path: page, token },
    ...eachOf('players by another order, the slowest of all', orders),
    ...eachOf('players of a filter, the slowest of all', filtersOf(area._id)),
    { name: 'page 900 of the players', path: '/player/all?page=900&size=10', token },
    ...eachOf('sums of the players', ['sums=true']),
    ...eachOf('search for all of them', ['q=crowd']),
    ...eachOf('search for one of them', ['q=crowd77']),
    { name: 'first level of the tree', path: `/tree/${top._id}`, token },
    { name: 'palette: all of them', path: '/tree?q=cr', token },
    { name: 'palette: one of them', path: '/tree?q=crowd77', token },
    { name: 'first page of the players, superadmin', path: page, token: superadmin.token },
  ]
}

async function measured(url: string, crowd: Crowd, transfer: (caller: number) => Promise<void>) {
  const reads = readsOf(crowd)
  const times = new Map<string, number[]>(reads.map(({ path, token }) => [path + token, []]))
  const load = startLoad(callers, transfer)
  const startedAt = performance.now()
  // Warm-up round for caches and connections.
  for (let round = 0; round <= calls; round++) {
    for (const { path, token } of reads) {
      const from = performance.now()
      await callApi(url, { method: 'GET', path, token })
      if (round > 0) times.get(path + token)?.push(performance.now() - from)
    }
  }
  const transfers = load.since(startedAt)
  await load.stop()
  const measuredReads = reads.map(read => ({ ...read, ...summaryOf(times.get(read.path + read.token) ?? [], 1) }))
  return { reads: measuredReads, transfers, retries: load.retries() }
}

type MeasuredRead = Read & Measured

/** Per name, the read with the highest p99. */
function slowestOf(reads: readonly MeasuredRead[]): MeasuredRead[] {
  const byName = new Map<string, MeasuredRead>()
  for (const read of reads) if (read.p99 > (byName.get(read.name)?.p99 ?? -1)) byName.set(read.name, read)
  return [...byName.values()]
}

function rowOf(ours: MeasuredRead, peer: MeasuredRead): Row {
  const figures = ({ p50, p99 }: Measured) => `${p50.toFixed(1)} / ${p99.toFixed(1)} ms`
  const { name, path } = ours
  return {
    name: `${name}, ${many.toLocaleString('en-US')} accounts / ${few}`,
    ours: figures(ours),
    peer: figures(peer),
    ratio: (ours.p99 / peer.p99).toFixed(2),
    aim: `p50 <= ${aimMs} ms`,
    note: `p50 / p99 of ${calls} calls of ${path}`,
  }
}
