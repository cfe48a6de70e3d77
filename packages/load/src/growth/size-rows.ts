import { setTimeout as sleep } from 'node:timers/promises'
import { domainNames } from '@cascade/contracts'
import { gameCodes } from '@cascade/contracts/games'
import type { Suite } from '@cascade/dev'
import { connectMongo } from '@cascade/service-kit'
import type { Db, MongoClient } from 'mongodb'
import { openPlay } from '../live/bench-play'
import { figureRow, type Row } from '../measure'
import { transferLoad } from '../transfers/api'
import { residentOf } from '../transfers/endpoint-ratios'
import { createCrowd } from './crowd'

const many = Number(process.env.BENCH_ROWS ?? 10_000)
const crowdSize = Number(process.env.BENCH_ACCOUNTS ?? 100_000)
const createdPlayers = 60
const callers = 32
const quietMs = 15_000
const say = (line: string) => process.stderr.write(`${line}\n`)

/**
 * Storage per transfer, bet, empty draw and account in all databases, and memory per account.
 * @param tell called for each row as soon as it is measured, in case creating the accounts fails
 */
export async function sizeRows(suite: Suite, tell: (row: Row) => void): Promise<void> {
  const { client, close } = await connectMongo(suite.mongo.uri, 'accounts')
  try {
    const measure = async (name: string, work: () => Promise<number>) => {
      say(`${name} …`)
      const before = await waitUntilIdle(client)
      const count = await work()
      const after = await waitUntilIdle(client)
      tell(sizeOf(name, count, { before, after }))
    }
    const transfer = await transferLoad(suite.url, suite.logins)
    await measure('transfer', () => manyTimes(transfer))
    let play: Awaited<ReturnType<typeof openPlay>> | undefined
    await measure('player who was made, and has got credit once', async () => {
      play = await openPlay(suite, createdPlayers)
      return createdPlayers
    })
    if (!play) throw new Error('no player available')
    const { addGame, bet } = play
    const game = await addGame(gameCodes.funTarget, 60)
    const digit = () => String(Math.floor(Math.random() * 10))
    await measure(`bet on one of ten digits, drawn and counted; ${createdPlayers} players`, () =>
      manyTimes(caller => bet(caller, game.gameId, { type: 'straight', drawno: digit() })),
    )
    tell(await idleDraw(client.db('live')))
    for (const row of await memoryOfAccounts(suite)) tell(row)
  } finally {
    await close()
  }
}

async function manyTimes(once: (caller: number) => Promise<void>): Promise<number> {
  let left = many
  const worker = async (caller: number) => {
    while (left-- > 0) await retryWhileBusy(() => once(caller))
  }
  await Promise.all(Array.from({ length: callers }, (_, caller) => worker(caller)))
  return many
}

async function retryWhileBusy(work: () => Promise<void>): Promise<void> {
  for (;;) {
    const rejection = await work().then(
      () => undefined,
      (error: Error) => error,
    )
    if (!rejection) return
    if (!rejection.message.includes('answered 503')) throw rejection
    await sleep(500)
  }
}

/** Bytes: `data` as BSON, `indexes` as reported by the server. */
type Size = { rows: number; data: number; indexes: number }
type Sizes = ReadonlyMap<string, Size>

async function sizesNow(client: MongoClient): Promise<Sizes> {
  const sizes = new Map<string, Size>()
  for (const domain of domainNames) {
    const db = client.db(domain)
    for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
      const stats = await db.command({ collStats: name })
      const [rows, data, indexes] = [stats.count, stats.size, stats.totalIndexSize].map(Number)
      sizes.set(`${domain}.${name}`, { rows: rows ?? 0, data: data ?? 0, indexes: indexes ?? 0 })
    }
  }
  return sizes
}

const played = ['accounts.transfers', 'live.tickets', 'reports.g1_transactions', 'reports.g1_play_journal']

async function waitUntilIdle(client: MongoClient): Promise<Sizes> {
  let last = ''
  for (;;) {
    const sizes = await sizesNow(client)
    const open = await client
      .db('live')
      .collection('draws')
      .countDocuments({ state: { $ne: 'settled' }, tickets: { $gt: 0 } })
    const now = JSON.stringify([played.map(name => sizes.get(name)?.rows), open])
    if (now === last && open === 0) return sizes
    last = now
    await sleep(quietMs)
  }
}

function sizeOf(name: string, count: number, { before, after }: { before: Sizes; after: Sizes }): Row {
  const grown = [...after].map(([part, { rows, data, indexes }]) => {
    const had = before.get(part) ?? { rows: 0, data: 0, indexes: 0 }
    const bytes = data - had.data + indexes - had.indexes
    return { part, rows: (rows - had.rows) / count, data: (data - had.data) / count, bytes: bytes / count }
  })
  const large = grown.filter(({ bytes }) => bytes >= 20).sort((a, b) => b.bytes - a.bytes)
  const sum = (of: 'data' | 'bytes') => Math.round(grown.reduce((all, each) => all + each[of], 0))
  const parts = large.map(({ part, bytes, rows }) => `${part} ${Math.round(bytes)} B (${rows.toFixed(2)})`)
  return figureRow(`Bytes of a ${name}`, `${sum('bytes')} B`, '', `${sum('data')} B of it rows: ${parts.join(', ')}`)
}

async function idleDraw(live: Db): Promise<Row> {
  const [idle] = await live
    .collection('records')
    .aggregate([
      { $match: { tickets: 0 } },
      { $group: { _id: null, count: { $sum: 1 }, bytes: { $sum: { $bsonSize: '$$ROOT' } } } },
    ])
    .toArray()
  const stats = await live.command({ collStats: 'records' })
  const indexes = Number(stats.totalIndexSize) / Math.max(1, Number(stats.count))
  const row = Number(idle?.bytes ?? 0) / Math.max(1, Number(idle?.count ?? 0))
  return figureRow('Bytes of a draw without bets', `${Math.round(row + indexes)} B`, '', `${idle?.count} were drawn`)
}

/** Memory of svc-accounts, the only service that caches all accounts. */
async function memoryOfAccounts(suite: Suite): Promise<Row[]> {
  const crowd = await createCrowd(suite)
  try {
    const service = suite.processes['svc-accounts']
    const pages = async (token: string) => {
      const path = '/player/all?page=1&size=10&sort=username'
      await fetch(`${suite.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
    }
    await pages(crowd.superadmin.token)
    const before = residentOf(service?.pid)
    say(`Growing to ${crowdSize} accounts …`)
    await crowd.growTo(crowdSize)
    for (let call = 0; call < 20; call++) await pages(crowd.superadmin.token)
    const after = residentOf(service?.pid)
    const database = residentOf(suite.mongo.pid)
    return [
      figureRow(
        `Memory of svc-accounts with ${crowdSize} accounts more`,
        `${after - before} MB`,
        '',
        `${before} before`,
      ),
      figureRow('Memory of the database then', `${Math.round(database)} MB`),
    ]
  } finally {
    await crowd.close()
  }
}
