import { createLease, createMetrics } from '@cascade/service-kit'
import { eventually, silentLogger } from '@cascade/service-kit/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { entriesOf, entryIdOf, externalsOf, ticketWinsOf, transfersOf, walletsOf } from '../store/collections'
import { createLedgerWorld, type LedgerWorld } from '../testing/ledger-world'
import { createTable, type Won } from '../testing/play-requests'
import { transferOf } from '../testing/requests'
import { createCheckStore } from './check-store'
import { startVerifier } from './verifier'
import { createSampleVerification, newSample } from './verify-sample'
import { noPause, verifyWallets, type WalletCheck } from './verify-wallets'

const world = await createLedgerWorld()
afterAll(() => world.close())

describe('the verification', () => {
  it('finds a changed entry, a missing entry and a missing transfer', async () => {
    const makeWallet = async () => {
      const [from, to] = [await world.wallet(10n), await world.wallet()]
      const { transferId } = await world.ledger.transfer(transferOf({ from, to, amount: 1n }))
      return { from, transferId }
    }
    const [changed, gone, lost] = [await makeWallet(), await makeWallet(), await makeWallet()]
    expect(await world.faults()).toEqual([])
    await entriesOf(world.db).updateOne({ _id: entryIdOf(changed.from, 1n) }, { $set: { amount: 11n } })
    await entriesOf(world.db).deleteOne({ _id: entryIdOf(gone.from, 1n) })
    await transfersOf(world.db).deleteOne({ _id: lost.transferId })
    const faults = (await world.faults()).join('\n')
    expect(faults).toContain(`wallet ${changed.from}: entry 1 leaves 10, not 11`)
    expect(faults).toContain(`wallet ${gone.from}: entry 1 is missing`)
    expect(faults).toContain(`wallet ${lost.from}: an entry has no transfer of its own`)
    expect(faults).toContain('the feed of transfers lacks a number')
  })

  it("finds a changed count of a player's stakes", async () => {
    const { players, play } = await createTable(world, [100n])
    const [player = ''] = players
    const checks = new Map<string, WalletCheck>()
    const verify = async () => {
      const report = { faults: [], wallets: 0, entries: 0 }
      const wallets = await walletsOf(world.db).find({ _id: player }).toArray()
      await verifyWallets({ db: world.db, pace: noPause }, wallets, checks, report)
      return report.faults
    }
    for (const amount of [5, 7]) {
      await world.ledger.play([play.stake(player, amount)])
      expect(await verify()).toEqual([])
    }
    await walletsOf(world.db).updateOne({ _id: player }, { $inc: { 'use.stakes': -3n } })
    expect((await verify()).join()).toMatch(/it counts stakes of 9 on .*, its entries are 12/)
  })

  const startOn = ({ mongo: { client }, db }: LedgerWorld, owner = 'one') =>
    startVerifier({
      client,
      db,
      everyMs: 20,
      lease: createLease(db, 'ledger verification', { owner, now: Date.now }),
      logger: silentLogger,
      metrics: createMetrics('svc-accounts'),
      pauseFactor: 0,
    })

  /**
   * Waits for a round over that many wallets which begins after this call: the ledger's own verifier has read older
   * rows only, and may hold the lease for a while.
   */
  const roundOver = (books: LedgerWorld, wallets: number) => {
    const calledAt = new Date()
    return eventually(async () => {
      const round = await createCheckStore(books.db).round()
      return round?.last && round.last.startedAt >= calledAt && round.last.wallets >= wallets ? round : undefined
    })
  }

  it('verifies in the background and stops advancing verifiedAt at a fault', async () => {
    const clean = await createLedgerWorld()
    const [from, to] = [await clean.wallet(10n), await clean.wallet()]
    const verifier = startOn(clean)
    await roundOver(clean, 2)
    await clean.ledger.transfer(transferOf({ from, to, amount: 1n }))
    await clean.db.collection<{ _id: string }>('wallets').updateOne({ _id: to }, { $inc: { balance: 5n } })
    await eventually(async () => ((await createCheckStore(clean.db).round())?.last?.faults ?? 0) > 0)
    const stopped = await verifier.verifiedAt()
    await eventually(async () => ((await createCheckStore(clean.db).round())?.rounds ?? 0) > 3)
    expect(await verifier.verifiedAt()).toEqual(stopped)
    await verifier.stop()
    await clean.close()
  })

  it('resumes at its checkpoint after a restart', async () => {
    const books = await createLedgerWorld()
    const { players, play } = await createTable(books, [100n, 100n])
    await books.ledger.play(players.map(player => play.stake(player, 10)))
    const first = startOn(books)
    const { rounds } = await roundOver(books, 4)
    await first.stop()
    const checks = await createCheckStore(books.db).checksOf(players)
    expect([...checks.values()]).toMatchObject(players.map(() => ({ seq: 2n, balance: 90n })))
    await books.ledger.play([play.stake(players[0] ?? '', 1)])
    const second = startOn(books, 'two')
    const roundAfter = async () => ((await createCheckStore(books.db).round())?.rounds ?? 0) > rounds + 2
    await eventually(roundAfter)
    await second.stop()
    const round = await createCheckStore(books.db).round()
    expect(round).toMatchObject({ playSeq: 3n, last: { faults: 0 } })
    expect(round?.last?.entries).toBeLessThan(3)
    await books.close()
  })

  it('finds wins of tickets that their wins account does not hold, and credit that no transfer issued', async () => {
    const books = await createLedgerWorld()
    const { offering, players, play } = await createTable(books, [100n])
    const [player = ''] = players
    const bets = [play.stake(player, 10), play.stake(player, 10)] as const
    const [first, third] = [bets[0].id, bets[1].id]
    const won: Won[] = [
      [first, 30],
      [third, 10],
    ]
    const lowered = play.settle([[first, -25]], 2)
    const steps = [...bets, play.settle(won), play.claim(player, won.slice(0, 1)), lowered, play.add(50)]
    await books.ledger.play([...steps, play.recover(player, [first, 25])])
    expect(await books.faults()).toEqual([])
    const wins = `wins:${offering.adminId}:${offering.gameId}`
    await ticketWinsOf(books.db).updateOne({ _id: third }, { $inc: { won: 7n } })
    expect(await books.faults()).toEqual([
      `ticket ${third} has other figures than won 10, claimed 0`,
      `${wins} holds 10, its tickets are owed 17`,
    ])
    await ticketWinsOf(books.db).updateOne({ _id: third }, { $inc: { won: -7n } })
    // Of no posting at all.
    const forged = { _id: 'forged', winsId: wins, playerId: player, most: 100n, won: 5n, claimed: 0n }
    await ticketWinsOf(books.db).insertOne(forged)
    expect(await books.faults()).toEqual([`${wins} holds 10, its tickets are owed 15`])
    await ticketWinsOf(books.db).deleteOne({ _id: 'forged' })
    const row = { 'play.kind': 'claim', playSeq: 4n }
    const changed = JSON.stringify([[first, '-29', '30', '30']])
    await books.db.collection('transfers').updateOne(row, { $set: { 'play.wins': changed } })
    expect(await books.faults()).toEqual([
      expect.stringContaining('changes its tickets by -29, their wins account by -30'),
    ])
    await books.db.collection('transfers').updateOne(row, { $set: { 'play.wins': changed.replace('-29', '-30') } })
    await walletsOf(books.db).updateOne({ _id: offering.adminId }, { $inc: { issued: -50n } })
    expect(await books.faults()).toEqual([`admin ${offering.adminId} was issued 0, its transfers say 50`])
    await books.close()
  })

  it('does not report a ticket whose claim was booked by a version that names no tickets', async () => {
    const books = await createLedgerWorld()
    const { players, play } = await createTable(books, [100n])
    const [player = ''] = players
    const bet = play.stake(player, 10)
    await books.ledger.play([bet, play.settle([[bet.id, 30]]), play.claim(player, [[bet.id, 30]])])
    await books.db.collection('transfers').updateOne({ 'play.kind': 'claim' }, { $unset: { 'play.wins': '' } })
    expect(await books.faults()).toEqual([])
    await books.close()
  })

  it('reads everything again if the checkpoints have another format, and then finds a changed ticket in the next round', async () => {
    const books = await createLedgerWorld()
    const { players, play } = await createTable(books, [100n])
    const bet = play.stake(players[0] ?? '', 10)
    await books.ledger.play([bet, play.add(50), play.settle([[bet.id, 30]])])
    const store = createCheckStore(books.db)
    const at = new Date()
    const round = { startedAt: at, begunAt: at, rounds: 3, wallets: 0, entries: 0, faults: [], sample: newSample() }
    await store.save({ _id: 'round', ...round, playSeq: 3n, creditSeq: 1n })
    const verifier = startOn(books)
    expect((await roundOver(books, 3)).last?.faults).toBe(0)
    await books.ledger.play([play.claim(players[0] ?? '', [[bet.id, 30]])])
    await ticketWinsOf(books.db).updateOne({ _id: bet.id }, { $set: { claimed: 0n } })
    await eventually(async () => ((await store.round())?.last?.faults ?? 0) > 0)
    await verifier.stop()
    await books.close()
  })

  it('finds a changed game posting, a missing one and a changed pool', async () => {
    const books = await createLedgerWorld()
    const { offering, players, play } = await createTable(books, [100n])
    const ids = Array.from({ length: 4 }, () => play.stake(players[0] ?? '', 10))
    await books.ledger.play([...ids, play.settle([[ids[0]?.id ?? '', 30]])])
    expect(await books.faults()).toEqual([])
    const pool = `pool:${offering.adminId}:${offering.gameId}`
    await externalsOf(books.db).updateOne({ _id: pool }, { $inc: { balance: 1n } })
    expect((await books.faults()).join('\n')).toContain(`${pool} holds 11, its postings sum to 10`)
    await externalsOf(books.db).updateOne({ _id: pool }, { $inc: { balance: -1n } })
    await transfersOf(books.db).updateOne({ _id: ids[1]?.id ?? '' }, { $set: { 'postings.1.balAfter': 21n } })
    expect((await books.faults()).join('\n')).toContain(`leaves 21 in ${pool}, not 20`)
    await transfersOf(books.db).deleteOne({ _id: ids[2]?.id ?? '' })
    expect((await books.faults()).join('\n')).toContain('the feed has no number 3')
    await books.close()
  })

  it('finds a later change of entries and postings before the checkpoints by its sample', async () => {
    const books = await createLedgerWorld()
    const { players, play } = await createTable(books, [100n, 100n])
    const bets = players.map(player => play.stake(player, 10))
    await books.ledger.play(bets)
    const verifier = startOn(books)
    const rounds = async () => (await createCheckStore(books.db).round())?.rounds ?? 0
    const faults = async () => (await createCheckStore(books.db).round())?.last?.faults ?? 0
    await roundOver(books, 4)
    const changes = [
      { rows: entriesOf(books.db), _id: entryIdOf(players[1] ?? '', 1n), field: 'amount' },
      { rows: transfersOf(books.db), _id: bets[1]?.id ?? '', field: 'postings.1.balAfter' },
    ]
    for (const { rows, _id, field } of changes) {
      await rows.updateOne({ _id } as object, { $inc: { [field]: 1n } })
      await eventually(async () => (await faults()) > 0)
      const found = await rounds()
      // It stays a fault until it is repaired.
      await eventually(async () => (await rounds()) > found + 1)
      expect(await faults()).toBeGreaterThan(0)
      await rows.updateOne({ _id } as object, { $inc: { [field]: -1n } })
      await eventually(async () => (await faults()) === 0)
    }
    await verifier.stop()
    await books.close()
  })

  it('reads its sample row by row in several rounds, and begins again at the end', async () => {
    const books = await createLedgerWorld()
    const { players, play } = await createTable(books, [100n, 100n])
    for (let round = 0; round < 6; round++) await books.ledger.play(players.map(player => play.stake(player, 1)))
    const verifier = startOn(books)
    const round = await roundOver(books, 4)
    await verifier.stop()
    const { mongo, db } = books
    const store = createCheckStore(db)
    const row = { ...round, sample: newSample() }
    const positions = new Set<string | undefined>()
    let isAtEnd = false
    for (let number = 0; number < 20 && !isAtEnd; number++) {
      // Anew each time, as after a restart.
      const verifySample = createSampleVerification({ client: mongo.client, db, store, rowsPerRound: 5 })
      expect(await verifySample(row, noPause)).toEqual([])
      positions.add(`${row.sample.wallet} ${row.sample.seq}`)
      isAtEnd = row.sample.wallet === undefined
    }
    expect(isAtEnd).toBe(true)
    expect(positions.size).toBeGreaterThan(2)
    await books.close()
  })
})
