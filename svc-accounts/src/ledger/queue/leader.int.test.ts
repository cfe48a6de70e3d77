import { createMetrics, inTransaction, isDuplicateKey } from '@cascade/service-kit'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { commitBatch } from '../commit/commit-batch'
import { createCommitter } from '../commit/committer'
import { ensureFencingToken, takeFencingToken } from '../commit/fencing-token'
import { createWriterSession } from '../commit/writer-session'
import { requestHashOf, transferIdOfRequest } from '../ids'
import { fencingTokenOf, transfersOf } from '../store/collections'
import { clockOf, createLedgerWorld, type LedgerWorld } from '../testing/ledger-world'
import { collectOutcomes, reasonOf } from '../testing/outcomes'
import { createTable, outcomesOf } from '../testing/play-requests'
import { transferOf, walletRef } from '../testing/requests'
import type { Ledger } from '../types'

let world: LedgerWorld
beforeEach(async () => {
  world = await createLedgerWorld({ id: 'one' })
})
afterEach(() => world.close())

const leaderId = async () => (await world.db.collection('ledger_lease').findOne())?.owner
/** Simulates an expired lease that another instance has acquired. */
const giveLeaseTo = (owner: string) => world.db.collection('ledger_lease').updateOne({}, { $set: { owner } })

describe('several instances', () => {
  it('forward to one leader and book each key once', async () => {
    const [writer, other] = [world.ledger, await world.startAnother({ id: 'two' })]
    const [from, to] = [await world.wallet(1_000n), await world.wallet()]
    const work = Array.from({ length: 300 }, (_, i) =>
      (i % 2 ? other : writer).transfer(transferOf({ from, to, amount: 2n, key: `key-${i % 150}` })),
    )
    const { ok, reasons } = await collectOutcomes(work)
    expect(reasons).toEqual([])
    expect(new Set(ok.map(({ transferId }) => transferId)).size).toBe(150)
    expect(ok.filter(({ replayed }) => !replayed)).toHaveLength(150)
    expect(await world.balance(to)).toBe(300n)
    expect(await leaderId()).toBe('one')
    expect(await world.faults()).toEqual([])
  })

  it('preserve rejections, duplicate-key errors, dates and int64 values when forwarding', async () => {
    const other = await world.startAnother({ id: 'two' })
    const [from, to] = [await world.wallet(10n), await world.wallet()]
    const reason = (transfer: Parameters<Ledger['transfer']>[0]) => other.transfer(transfer).then(() => 'ok', reasonOf)
    expect(await reason(transferOf({ from, to, amount: 11n }))).toBe('INSUFFICIENT')
    expect(await reason({ ...transferOf({ from, to, amount: 1n }), source: walletRef(from, 7) })).toBe('SCOPE_CHANGED')

    const at = new Date()
    const notes = world.db.collection<{ _id: string; at: Date; big: bigint }>('notes')
    const document = { _id: 'n', at, big: 2n ** 40n, small: 1 }
    const sideWrites = [{ type: 'insertOne' as const, collection: 'notes', document }]
    await other.change({ walletId: from, sideWrites })
    expect(await notes.findOne()).toEqual(document)
    const again = await other.change({ walletId: from, sideWrites }).catch((error: unknown) => error)
    expect([isDuplicateKey(again, 'notes'), isDuplicateKey(again, 'elsewhere')]).toEqual([true, false])
  })

  it('hold the verification lease under their instance id, and export the issued and wallet totals', async () => {
    const metrics = createMetrics('svc-accounts')
    const exporting = await createLedgerWorld({ id: 'one', writerId: 'same', metrics })
    onTestFinished(exporting.close)
    await exporting.wallet(1_050n)
    const leases = exporting.db.collection('leases')
    await vi.waitFor(async () => expect(await leases.findOne({ owner: 'one' })).not.toBeNull(), { timeout: 20_000 })
    const text = await metrics.registry.metrics()
    expect(text).toMatch(/cascade_accounts_ledger_issued_points\{.*\} 10\.5/)
    expect(text).toMatch(/cascade_accounts_ledger_wallets_points\{.*\} 10\.5/)
  })

  it('do not book a forwarded request whose session has ended, but book the rest of its batch', async () => {
    const other = await world.startAnother({ id: 'two' })
    const [from, to] = [await world.wallet(100n), await world.wallet()]
    const sessions = world.db.collection<{ _id: string; expiresAt: Date }>('sessions')
    await sessions.insertOne({ _id: 'open', expiresAt: new Date(Date.now() + 60_000) })
    const of = (sessionId: string, amount: bigint) => ({ ...transferOf({ from, to, amount }), sessionId })
    const work = [of('ended', 3n), of('open', 4n), transferOf({ from, to, amount: 5n })]
    const { ok, reasons } = await collectOutcomes(work.map(other.transfer))
    expect(reasons).toEqual(['SCOPE_CHANGED'])
    expect(ok.map(({ destinationBalance }) => destinationBalance)).toEqual([4n, 9n])
  })

  it('elect a new leader within seconds when the leader releases its lease', async () => {
    const [writer, other] = [world.ledger, await world.startAnother({ id: 'two' })]
    const [from, to] = [await world.wallet(10n), await world.wallet()]
    await writer.transfer(transferOf({ from, to, amount: 1n }))
    world.reachable.delete('http://one')
    await writer.stop()
    await vi.waitFor(() => other.transfer(transferOf({ from, to, amount: 1n })), { timeout: 20_000 })
    expect(await leaderId()).toBe('two')
  })

  it('report NOT_BOOKED while there is no leader', async () => {
    const other = await world.startAnother({ id: 'two' })
    world.reachable.clear()
    const [from, to] = [await world.wallet(10n), await world.wallet()]
    const error = await other.transfer(transferOf({ from, to, amount: 1n })).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ reason: 'NOT_BOOKED', code: 'UNAVAILABLE', retryAfterSeconds: 1 })
    expect(await world.balance(to)).toBe(0n)
  })
})

describe('a former leader', () => {
  it('forwards to the new leader, and its callers notice nothing', async () => {
    const [late, next] = [world.ledger, await world.startAnother({ id: 'two' })]
    const [from, to] = [await world.wallet(100n), await world.wallet()]
    await late.transfer(transferOf({ from, to, amount: 1n }))
    await giveLeaseTo('two')
    await vi.waitFor(() => next.transfer(transferOf({ from, to, amount: 1n })), { timeout: 20_000 })
    expect((await late.transfer(transferOf({ from, to, amount: 1n }))).sourceBalance).toBe(97n)
    expect(await world.faults()).toEqual([])
  })

  it('continues, when it leads again, the account of unclaimed wins that another leader has created', async () => {
    const other = await world.startAnother({ id: 'two' })
    const { players, play } = await createTable(world, [100n])
    const stakes = [1, 2].map(amount => play.stake(players[0] ?? '', amount))
    expect(outcomesOf(await world.ledger.play(stakes))).toEqual(['booked', 'booked'])
    const lead = async (owner: string) => {
      await giveLeaseTo(owner)
      const holder = async () => (await fencingTokenOf(world.db).findOne())?.holder
      await vi.waitFor(async () => expect(await holder()).toBe(owner), { timeout: 20_000 })
    }
    const [early = [], late = []] = stakes.map(({ id }) => [play.settle([[id, 5]])])
    await lead('two')
    expect(outcomesOf(await other.play(early))).toEqual(['booked'])
    await lead('one')
    expect(outcomesOf(await world.ledger.play(late))).toEqual(['booked'])
    expect(await world.faults()).toEqual([])
  })

  it('forwards a batch that the fencing token rejects, before it has checked its lease', async () => {
    const late = world.ledger
    await world.startAnother({ id: 'two' })
    const [from, to] = [await world.wallet(100n), await world.wallet()]
    await late.transfer(transferOf({ from, to, amount: 1n }))
    const { db, mongo } = world
    await db.collection('ledger_lease').updateOne({}, { $set: { owner: 'two', url: 'http://two' } })
    await inTransaction(mongo.client, tx => takeFencingToken(db, 'two', tx))
    expect((await late.transfer(transferOf({ from, to, amount: 1n }))).sourceBalance).toBe(98n)
    expect(await leaderId()).toBe('two')
  })

  it('is stopped by the fencing token even if the new leader has not committed yet', async () => {
    const { db, mongo } = world
    const { client } = mongo
    const [from, to] = [await world.wallet(100n), await world.wallet()]
    await ensureFencingToken(db)
    const writer = createWriterSession({ client, db, writerId: 'fenced' })
    const at = {
      zone: 'UTC',
      offeringDayLimit: 0n,
      approvalLimits: async () => ({}),
      clock: clockOf(Date.now),
      onCommit: () => undefined,
      onConflict: () => undefined,
      onAbandoned: () => undefined,
      onTokenLost: () => undefined,
    }
    const committer = createCommitter({ ...at, client, db, writer, instanceId: 'one' })
    const post = (key: string) => {
      const request = { type: 'transfer' as const, ...transferOf({ from, to, amount: 1n, key }) }
      return commitBatch(committer, [{ request, id: transferIdOfRequest(request), hash: requestHashOf(request) }])
    }
    await inTransaction(client, tx => takeFencingToken(db, 'one', tx))
    expect(await post('before')).toMatchObject([{ result: { sourceBalance: 99n } }])
    await inTransaction(client, tx => takeFencingToken(db, 'two', tx))
    expect(await post('after')).toMatchObject([{ error: { reason: 'NOT_BOOKED' } }])
    expect(await transfersOf(db).countDocuments({ 'postings.w': from, kind: 'transfer' })).toBe(1)
    await writer.end()
  })
})
