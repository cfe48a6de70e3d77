import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMongo } from '@cascade/dev'
import { connectMongo } from '@cascade/service-kit'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { entriesOf, keyedRowsOf, walletsOf, writersOf } from './store/collections'
import { createLedgerWorld } from './testing/ledger-world'
import { reasonOf } from './testing/outcomes'
import { createTable } from './testing/play-requests'
import { someActor, transferOf } from './testing/requests'
import { createHistory, eventually, type History, killWriters, spawnWriter } from './testing/spawn-writer'

// Processes and servers restart several times in each test.
vi.setConfig({ testTimeout: 300_000 })
// Own database server with a data directory, because the tests kill it.
delete process.env.MONGODB_URI
const folder = await mkdtemp(join(tmpdir(), 'cascade-crash-'))
const server = await startMongo({ dataDir: folder })
const world = await createLedgerWorld({}, server.uri)
afterEach(killWriters)
afterAll(async () => {
  await world.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const makePlayers = () =>
  createTable(
    world,
    Array.from({ length: 6 }, () => 2_000n),
  )
const report = (text: string) => process.stdout.write(`  ${text}\n`)

const limit = { set: { stakeDayMax: 10n ** 12n }, by: someActor, version: 0, scopeVersion: 1 }

/** Compares the usage of the players and of their master with the entries. */
async function expectCountedStakes(master: string, players: readonly string[]) {
  const sumOf = async (player: string) => {
    const { stakes, day } = (await world.ledger.limits(player)).use
    const ofPlayer = { _id: { $gt: `${player}|`, $lt: `${player}}` } }
    const entries = await entriesOf(world.db)
      .find({ ...ofPlayer, kind: 'stake', bizDate: day })
      .toArray()
    expect(stakes).toBe(entries.reduce((sum, { amount }) => sum - amount, 0n))
    return stakes
  }
  const sums = await Promise.all(players.map(sumOf))
  expect((await world.ledger.limits(master)).use.stakes).toBe(sums.reduce((a, b) => a + b))
}

/** I4: every acknowledged transfer is booked once, no rejected one is booked. I1 to I3: the ledger verifies. */
async function expectConsistentLedger(history: History, adminId: string, wallets: readonly string[]) {
  const found = await keyedRowsOf(world.db)
    .find({ _id: { $in: [...history.tried] }, kind: { $ne: 'rejected' } }, { projection: { _id: 1 } })
    .toArray()
  const booked = new Set(found.map(row => row._id))
  expect([...history.ok].filter(id => !booked.has(id))).toEqual([])
  expect([...history.refused].filter(id => booked.has(id))).toEqual([])
  const balances = await world.ledger.balances(wallets)
  const { pools } = await world.ledger.pools([{ adminId, gameId: 'game' }])
  const played = pools.reduce((sum, { poolBalance, winsBalance }) => sum + poolBalance + winsBalance, 0n)
  const inWallets = [...balances.values()].reduce((sum, balance) => sum + balance, 0n)
  expect(inWallets + played).toBe(2_000n * BigInt(wallets.length))
  for (const feed of [world.ledger.playFeed, world.ledger.creditFeed]) {
    const { head, events } = await feed(0, 1_000_000)
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: head }, (_, index) => index + 1))
  }
  expect(await world.faults()).toEqual([])
  expect((await world.ledger.conservation()).difference).toBe(0n)
}

describe('a writer killed inside a transaction', () => {
  it('is succeeded by an instance that kills its open transaction', async () => {
    const [from, to] = [await world.wallet(100n), await world.wallet()]
    const dead = await connectMongo(server.uri, world.dbName)
    const session = dead.client.startSession()
    const sessionId = session.id!.id
    await writersOf(world.db).insertOne({ _id: 'ordinal-0', sessionId, startedAt: new Date() })
    session.startTransaction()
    await walletsOf(dead.db).updateOne({ _id: from }, { $set: { updatedAt: new Date() } }, { session })

    const stranger = await world.startAnother({ writerId: 'ordinal-1' })
    const refused = await stranger.transfer(transferOf({ from, to, amount: 1n })).then(() => 'ok', reasonOf)
    expect(['TIMED_OUT', 'NOT_BOOKED']).toContain(refused)
    const successor = await world.startAnother({ writerId: 'ordinal-0' })
    expect((await successor.transfer(transferOf({ from, to, amount: 1n }))).destinationBalance).toBe(1n)
    await dead.close()
  })

  it('loses no acknowledged transfer under load, and a restarted writer continues', async () => {
    const { offering, master, players } = await makePlayers()
    await world.ledger.setLimits({ walletId: master, role: 'master' }, limit, [])
    const history = createHistory()
    const args = [server.uri, world.dbName, 'killed', offering.adminId, ...players]
    await world.stopAll()
    for (let round = 1; round <= 2; round++) {
      const writer = spawnWriter(args, history)
      await eventually(() => writer.oks() >= 100, 60_000)
      await writer.kill()
      report(
        `start ${round}: first transfer ${writer.firstOkMs()?.toFixed(0)} ms after the start, killed after ${writer.oks()}`,
      )
    }
    await world.restart({ writerId: 'killed' })
    await expectConsistentLedger(history, offering.adminId, players)
    await expectCountedStakes(master, players)
  })
})

describe('a database killed under load', () => {
  it('has every acknowledged transfer exactly once after a restart, and the writer resumes by itself', async () => {
    const { offering, players } = await makePlayers()
    const history = createHistory()
    await world.stopAll()
    const writer = spawnWriter([server.uri, world.dbName, 'survivor', offering.adminId, ...players], history)
    for (let round = 1; round <= 2; round++) {
      const before = writer.oks()
      await eventually(() => writer.oks() >= before + 100, 60_000)
      await server.kill()
      const killedAt = performance.now()
      await new Promise(resolve => setTimeout(resolve, 300))
      await server.start()
      const upAt = performance.now()
      await eventually(() => writer.lastOkAt() > upAt, 60_000)
      report(
        `database up after ${(upAt - killedAt).toFixed(0)} ms, transfers ${(writer.lastOkAt() - upAt).toFixed(0)} ms later`,
      )
    }
    await writer.kill()
    await world.restart({ writerId: 'survivor' })
    await expectConsistentLedger(history, offering.adminId, players)
  })

  it('lets callers time out within seconds and retry with the same keys', async () => {
    const [from, to] = [await world.wallet(100n), await world.wallet()]
    await server.kill()
    const requests = Array.from({ length: 5 }, () => transferOf({ from, to, amount: 1n }))
    const reasons = await Promise.all(
      requests.map(request => world.ledger.transfer(request).then(() => 'ok', reasonOf)),
    )
    expect(reasons.filter(reason => reason !== 'TIMED_OUT' && reason !== 'NOT_BOOKED')).toEqual([])
    await server.start()
    const again = async () => {
      const work = requests.map(request =>
        world.ledger.transfer(request).then(
          () => true,
          () => false,
        ),
      )
      return (await Promise.all(work)).every(Boolean)
    }
    let done = false
    for (let attempt = 0; attempt < 20 && !done; attempt++) done = await again()
    expect(done).toBe(true)
    expect(await world.balance(to)).toBe(5n)
  })
})
