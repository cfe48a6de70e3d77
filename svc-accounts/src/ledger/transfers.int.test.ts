import { TransferRecorded } from '@cascade/contracts/accounts'
import { connectMongo } from '@cascade/service-kit'
import { startTcpProxy } from '@cascade/service-kit/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { issuerId, poolIdOf, transferIdOfRequest } from './ids'
import { transfersOf, walletsOf } from './store/collections'
import { createLedgerWorld } from './testing/ledger-world'
import { collectOutcomes, reasonOf } from './testing/outcomes'
import { otherActor, someActor, transferOf, walletRef } from './testing/requests'

const world = await createLedgerWorld()
afterAll(() => world.close())

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))

describe('transfer', () => {
  it('posts a transfer and returns both balances', async () => {
    const [from, to] = [await world.wallet(1_000n), await world.wallet(5n)]
    const result = await world.ledger.transfer(transferOf({ from, to, amount: 300n }))
    expect(result).toMatchObject({ sourceBalance: 700n, destinationBalance: 305n, replayed: false })
    expect(await world.balance(from)).toBe(700n)
    expect(await world.balance(to)).toBe(305n)
  })

  it('books exactly as many of 200 parallel transfers as the balance covers', async () => {
    const [from, to] = [await world.wallet(100n), await world.wallet()]
    const { ok, reasons } = await collectOutcomes(
      times(200, () => world.ledger.transfer(transferOf({ from, to, amount: 1n, actor: otherActor() }))),
    )
    expect(ok).toHaveLength(100)
    expect(new Set(reasons)).toEqual(new Set(['INSUFFICIENT']))
    expect(await world.balance(from)).toBe(0n)
    expect(await world.balance(to)).toBe(100n)
  })

  it('books concurrent transfers in both directions between two wallets', async () => {
    const [a, b] = [await world.wallet(500n), await world.wallet(500n)]
    const { ok } = await collectOutcomes(
      times(200, i =>
        world.ledger.transfer(
          transferOf(i % 2 === 0 ? { from: a, to: b, amount: 2n } : { from: b, to: a, amount: 2n }),
        ),
      ),
    )
    expect(ok).toHaveLength(200)
    expect([await world.balance(a), await world.balance(b)]).toEqual([500n, 500n])
  })

  it('leaves both wallets unchanged when it rejects a transfer', async () => {
    const [from, to] = [await world.wallet(10n), await world.wallet()]
    const before = [await world.walletRow(from), await world.walletRow(to)]
    await expect(world.ledger.transfer(transferOf({ from, to, amount: 11n }))).rejects.toMatchObject({
      reason: 'INSUFFICIENT',
      code: 'VALIDATION',
      message: 'Insufficient balance.',
    })
    expect([await world.walletRow(from), await world.walletRow(to)]).toEqual(before)
  })

  it('publishes one event per transfer that matches the contract', async () => {
    const [from, to] = [await world.wallet(10n), await world.wallet()]
    const { transferId } = await world.ledger.transfer(transferOf({ from, to, amount: 4n, note: 'hello' }))
    const { head, events } = await world.ledger.creditFeed(0, 100_000)
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: head }, (_, index) => index + 1))
    const own = events.map(event => TransferRecorded.parse(event)).filter(({ data }) => data.transferId === transferId)
    expect(own).toHaveLength(1)
    expect(own[0]?.data).toMatchObject({ amount: '4', sourceBalance: '6', destinationBalance: '4', note: 'hello' })
    expect(await world.db.collection('outbox').countDocuments()).toBe(0)
  })

  it('posts to and from a pool, which may go below 0', async () => {
    const from = await world.wallet(50n)
    const pool = poolIdOf('admin', 'game')
    const stake = await world.ledger.transfer(transferOf({ from, to: pool, amount: 30n, kind: 'stake' }))
    expect(stake).toMatchObject({ sourceBalance: 20n, destinationBalance: null })
    const win = await world.ledger.transfer(transferOf({ from: pool, to: from, amount: 90n, kind: 'win' }))
    expect(win).toMatchObject({ sourceBalance: null, destinationBalance: 110n })
    expect(await world.ledger.conservation()).toMatchObject({ pools: -60n, difference: 0n })
  })

  it('rejects unknown, frozen and changed wallets, and a transfer to the same wallet', async () => {
    const [from, to, frozen] = [await world.wallet(50n), await world.wallet(), await world.wallet()]
    await world.ledger.change({ walletId: frozen, status: 'frozen' })
    const reasons = await Promise.all(
      [
        transferOf({ from, to: 'nobody', amount: 1n }),
        transferOf({ from, to: frozen, amount: 1n }),
        transferOf({ from, to: from, amount: 1n }),
        { ...transferOf({ from, to, amount: 1n }), source: walletRef(from, 9) },
        transferOf({ from, to, amount: 1n, preconditions: [{ walletId: frozen, scopeVersion: 1 }] }),
      ].map(request => world.ledger.transfer(request).then(() => 'ok', reasonOf)),
    )
    expect(reasons).toEqual(['MISSING_WALLET', 'FROZEN', 'SELF', 'SCOPE_CHANGED', 'SCOPE_CHANGED'])
  })
})

describe('idempotency', () => {
  it('books 50 identical requests once and returns the same result to each', async () => {
    const [from, to] = [await world.wallet(1_000n), await world.wallet()]
    const { ok } = await collectOutcomes(
      times(50, () => world.ledger.transfer(transferOf({ from, to, amount: 7n, key: 'same' }))),
    )
    expect(ok).toHaveLength(50)
    expect(ok.filter(result => !result.replayed)).toHaveLength(1)
    expect(
      new Set(ok.map(result => `${result.transferId} ${result.sourceBalance} ${result.destinationBalance}`)).size,
    ).toBe(1)
    expect(await world.balance(to)).toBe(7n)
  })

  it('rejects a key that is reused with another amount, and accepts it from another actor', async () => {
    const [from, to] = [await world.wallet(1_000n), await world.wallet()]
    await world.ledger.transfer(transferOf({ from, to, amount: 7n, key: 'k' }))
    await expect(world.ledger.transfer(transferOf({ from, to, amount: 8n, key: 'k' }))).rejects.toMatchObject({
      reason: 'KEY_REUSED',
      code: 'UNPROCESSABLE',
    })
    const actor = { ...someActor, id: 'other' }
    await world.ledger.transfer(transferOf({ from, to, amount: 8n, key: 'k', actor }))
    expect(await world.balance(to)).toBe(15n)
  })

  it('replays a rejection for insufficient funds even after the funds arrived', async () => {
    const [from, to] = [await world.wallet(1n), await world.wallet()]
    const request = transferOf({ from, to, amount: 5n })
    await expect(world.ledger.transfer(request)).rejects.toMatchObject({ reason: 'INSUFFICIENT', replayed: false })
    await world.ledger.transfer(transferOf({ from: issuerId, to: from, amount: 50n, kind: 'generated' }))
    await expect(world.ledger.transfer(request)).rejects.toMatchObject({ reason: 'INSUFFICIENT', replayed: true })
    expect(await world.balance(to)).toBe(0n)
  })

  it('replays results and rejections on an instance that has not seen the key', async () => {
    const [from, to] = [await world.wallet(100n), await world.wallet()]
    const [booked, refused] = [transferOf({ from, to, amount: 5n }), transferOf({ from, to, amount: 500n })]
    const first = await world.ledger.transfer(booked)
    await expect(world.ledger.transfer(refused)).rejects.toMatchObject({ replayed: false })
    await world.ledger.change({ walletId: from, status: 'frozen' })
    const other = await world.restart()
    expect(await other.transfer(booked)).toEqual({ ...first, replayed: true })
    await expect(other.transfer(refused)).rejects.toMatchObject({ reason: 'INSUFFICIENT', replayed: true })
    await expect(other.transfer({ ...booked, amount: 6n })).rejects.toMatchObject({ reason: 'KEY_REUSED' })
  })

  it('replays a booking on another instance although the balance no longer covers the amount', async () => {
    const [from, to] = [await world.wallet(1_000n), await world.wallet()]
    const request = transferOf({ from, to, amount: 600n })
    const first = await world.ledger.transfer(request)
    const other = await world.restart()
    expect(await other.transfer(request)).toEqual({ ...first, replayed: true })
    expect(await other.outcome(request.actor.id, first.transferId)).toBe('booked')
  })

  it('books once and reports the booking when both replies to the commit are lost', async () => {
    const [from, to] = [await world.wallet(1_000n), await world.wallet()]
    const line = await startTcpProxy(world.uri)
    const mongo = await connectMongo(line.uri, world.dbName)
    const ledger = await world.restart({}, mongo)
    line.break({ loseCommitReply: 1 })
    const result = await ledger.transfer(transferOf({ from, to, amount: 600n }))
    expect(result).toMatchObject({ sourceBalance: 400n, destinationBalance: 600n, replayed: false })
    expect(await world.balance(to)).toBe(600n)
    line.heal()
  })

  it('rejects without a row beyond a hundred stored rejections of an account in an hour, and keeps the key usable', async () => {
    const [from, to, actor] = [await world.wallet(), await world.wallet(), otherActor()]
    const requests = times(130, () => transferOf({ from, to, amount: 5n, actor }))
    const { reasons } = await collectOutcomes(requests.map(request => world.ledger.transfer(request)))
    expect(reasons.filter(reason => reason === 'TOO_MANY_REJECTIONS')).toHaveLength(30)
    expect(await transfersOf(world.db).countDocuments({ 'actor.id': actor.id })).toBe(100)
    const requestOf = (reason: string) => requests[reasons.indexOf(reason)] as (typeof requests)[number]
    const [stored, flood] = [requestOf('INSUFFICIENT'), requestOf('TOO_MANY_REJECTIONS')]
    await expect(world.ledger.transfer(flood)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', verdict: undefined })
    await expect(world.ledger.transfer(stored)).rejects.toMatchObject({ reason: 'INSUFFICIENT', replayed: true })
    await world.ledger.transfer(transferOf({ from: issuerId, to: from, amount: 5n, kind: 'generated' }))
    expect(await world.ledger.transfer(flood)).toMatchObject({ replayed: false, sourceBalance: 0n })
  })

  it('keeps a rejection for thirty days, and a booking for ever', async () => {
    const [from, to] = [await world.wallet(5n), await world.wallet()]
    const [booked, rejected] = [transferOf({ from, to, amount: 1n }), transferOf({ from, to, amount: 9n })]
    await world.ledger.transfer(booked)
    await expect(world.ledger.transfer(rejected)).rejects.toMatchObject({ verdict: 'refused' })
    const rows = world.db.collection<{ _id: string; createdAt: Date; expiresAt?: Date }>('transfers')
    const ids = [booked, rejected].map(request => transferIdOfRequest({ type: 'transfer', ...request }))
    const [kept, expiring] = await Promise.all(ids.map(_id => rows.findOne({ _id })))
    expect(kept).not.toHaveProperty('expiresAt')
    expect(expiring?.expiresAt).toEqual(new Date(Number(expiring?.createdAt) + 30 * 86_400_000))
    const indexes = await transfersOf(world.db).indexes()
    expect(indexes.find(({ key }) => 'expiresAt' in key)).toMatchObject({ expireAfterSeconds: 0 })
  })

  it('never books a finally rejected key on another instance', async () => {
    const [from, to] = [await world.wallet(100n), await world.wallet()]
    const request = transferOf({ from, to, amount: 500n })
    await expect(world.ledger.transfer(request)).rejects.toMatchObject({ reason: 'INSUFFICIENT', verdict: 'refused' })
    await world.ledger.transfer(transferOf({ from: issuerId, to: from, amount: 1_000n, kind: 'generated' }))
    const other = await world.restart()
    await expect(other.transfer(request)).rejects.toMatchObject({ reason: 'INSUFFICIENT', replayed: true })
    await expect(other.transfer({ ...request, amount: 1n })).rejects.toMatchObject({
      reason: 'KEY_REUSED',
      verdict: 'refused',
    })
    expect(await world.balance(to)).toBe(0n)
  })
})

describe('the ledger', () => {
  it('verifies without faults after the tests above', async () => {
    expect(await world.faults()).toEqual([])
    expect(await world.ledger.conservation()).toMatchObject({ difference: 0n })
  })

  it('has validators in the database that reject negative and non-int64 amounts', async () => {
    const id = await world.wallet(10n)
    const raw = world.db.collection<{ _id: string }>('wallets')
    const before = await world.walletRow(id)
    for (const balance of [1.5, 7, -1n, '10', null]) {
      await expect(raw.updateOne({ _id: id }, { $set: { balance } })).rejects.toMatchObject({ code: 121 })
    }
    expect(await world.walletRow(id)).toEqual(before)
    const transfer = await transfersOf(world.db).findOne({})
    const wrong = { ...transfer, _id: 'wrong', amount: 5 } as unknown as typeof transfer & { _id: string }
    await expect(transfersOf(world.db).insertOne(wrong as never)).rejects.toMatchObject({ code: 121 })
  })

  it('reports a wallet whose balance was changed in the database', async () => {
    const id = await world.wallet(10n)
    await walletsOf(world.db).updateOne({ _id: id }, { $inc: { balance: 1n } })
    expect((await world.faults()).join('\n')).toContain(`wallet ${id}: the balance is 11, its entries sum to 10`)
    await walletsOf(world.db).updateOne({ _id: id }, { $inc: { balance: -1n } })
    expect(await world.faults()).toEqual([])
  })
})
