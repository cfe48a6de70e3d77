import type { Suite } from '@cascade/dev-stack'
import { figureRow, type Measured, type Row, summaryOf } from '../measure'
import { callApi, transferLoad } from '../suite/api'
import { type Crowd, openCrowd } from './crowd'
import { moveRows, startLoad } from './move-rows'

/** `BENCH_ACCOUNTS=100000` for the size that is aimed at. */
const many = Number(process.env.BENCH_ACCOUNTS ?? 10_000)
const few = 100
const calls = Number(process.env.BENCH_CALLS ?? 100)
const callers = 8
/** `BENCH_MOVES=0` leaves the move out: that of 100,000 accounts takes many minutes. */
const isMoved = process.env.BENCH_MOVES !== '0'
const aimMs = 300
const say = (line: string) => process.stderr.write(`${line}\n`)

type Read = { name: string; path: string; token: string }

/**
 * Reads of an admin with many accounts below against the same with few, while transfers between others run at full
 * rate; then everyone below moves to another admin.
 */
export async function growthRows(suite: Suite): Promise<Row[]> {
  // Before the crowd is there: the transfers are those of others.
  const transfer = await transferLoad(suite.url, suite.logins)
  const crowd = await openCrowd(suite)
  try {
    await crowd.growTo(few)
    const peer = await measured(suite.url, crowd, transfer)
    say(`Growing to ${many} accounts …`)
    await crowd.growTo(many)
    const ours = await measured(suite.url, crowd, transfer)
    const rate = `${Math.round(ours.transfers.perSecond)}/s`
    return [
      ...[...ours.reads].map(([name, own]) => rowOf(name, own, peer.reads.get(name) ?? own)),
      figureRow(
        `Transfers of others beside these reads, ${callers} callers`,
        rate,
        '',
        `${ours.transfers.count} booked, ${ours.refused} asked again: busy`,
      ),
      ...(isMoved ? await moveRows(suite.url, crowd, { transfer, callers }) : []),
    ]
  } finally {
    await crowd.close()
  }
}

const readsOf = ({ admin, superadmin, top }: Crowd): Read[] => [
  { name: 'first page of the players', path: '/player/all?page=1&size=10', token: admin.token },
  { name: 'first page by username', path: '/player/all?page=1&size=10&sort=username', token: admin.token },
  { name: 'search for all of them', path: '/player/all?page=1&size=10&q=crowd', token: admin.token },
  { name: 'search for one of them', path: '/player/all?page=1&size=10&q=crowd77', token: admin.token },
  { name: 'first level of the tree', path: `/tree/${top._id}`, token: admin.token },
  { name: 'palette: all of them', path: '/tree?q=cr', token: admin.token },
  { name: 'palette: one of them', path: '/tree?q=crowd77', token: admin.token },
  { name: 'first page of the players, superadmin', path: '/player/all?page=1&size=10', token: superadmin.token },
]

async function measured(url: string, crowd: Crowd, transfer: (caller: number) => Promise<void>) {
  const reads = readsOf(crowd)
  const times = new Map<string, number[]>(reads.map(({ name }) => [name, []]))
  const load = startLoad(callers, transfer)
  const startedAt = performance.now()
  // The first round is for caches and connections.
  for (let round = 0; round <= calls; round++) {
    for (const { name, path, token } of reads) {
      const from = performance.now()
      await callApi(url, { method: 'GET', path, token })
      if (round > 0) times.get(name)?.push(performance.now() - from)
    }
  }
  const transfers = load.since(startedAt)
  await load.stop()
  const byName = [...times].map(([name, own]) => [name, summaryOf(own, 1)] as const)
  return { reads: new Map(byName), transfers, refused: load.refused() }
}

function rowOf(name: string, ours: Measured, peer: Measured): Row {
  const figures = ({ p50, p99 }: Measured) => `${p50.toFixed(1)} / ${p99.toFixed(1)} ms`
  return {
    name: `${name}, ${many.toLocaleString('en-US')} accounts / ${few}`,
    ours: figures(ours),
    peer: figures(peer),
    ratio: (ours.p99 / peer.p99).toFixed(2),
    aim: `p99 <= ${aimMs} ms, <= 3`,
    note: `p50 / p99 of ${calls} calls`,
  }
}
