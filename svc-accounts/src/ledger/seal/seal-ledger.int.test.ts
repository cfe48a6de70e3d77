import { LedgerSealed } from '@cascade/contracts/accounts'
import { ensureCollections, inTransaction, type OutboxRow, writeOutbox } from '@cascade/service-kit'
import { appendToChain, chainCollections, type LedgerSeal, sealLeaf, verifyLog } from '@cascade/service-kit/log-chain'
import type { Document } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transfersOf } from '../store/collections'
import { createLedgerWorld } from '../testing/ledger-world'
import { createTable } from '../testing/play-requests'
import { sealCollections, sealLedger } from './seal-ledger'

const world = await createLedgerWorld()
await ensureCollections(world.db, [...sealCollections, ...chainCollections(400)])
afterAll(() => world.close())

function seal() {
  const { db, mongo } = world
  const transaction = <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(mongo.client, work)
  const core = {
    transaction,
    writeEvents: (events: Parameters<typeof writeOutbox>[1], tx: Parameters<typeof writeOutbox>[2]['tx']) =>
      writeOutbox(db, events, { at: new Date(), tx }),
  }
  return sealLedger({ db, core })
}

const outbox = () => world.db.collection<OutboxRow>('outbox')
let eventSeq = 0

/** As the publisher and svc-reports read them: numbered, in order. */
async function seals() {
  for (const { _id } of await outbox().find({ todo: 'number' }).sort({ _id: 1 }).toArray())
    await outbox().updateOne({ _id }, { $set: { seq: ++eventSeq }, $unset: { todo: true } })
  const type = LedgerSealed.shape.type.value
  return (await outbox().find({ type }).sort({ seq: 1 }).toArray()) as (OutboxRow & { data: LedgerSeal })[]
}

/** The chain as svc-reports writes it. @param expired entries that it no longer has */
async function faults({ expired = 0, deletedRetentionDays = 1_825 } = {}) {
  const { db, mongo } = world
  await Promise.all(['log_chain', 'log_heads'].map(name => db.collection(name).deleteMany({})))
  const entries = (await seals()).map(({ _id, at, data }) => ({
    kind: 'ledger' as const,
    entryId: _id,
    entryAt: at,
    leaf: sealLeaf(data),
  }))
  await inTransaction(mongo.client, tx => appendToChain(db, entries, { at: new Date(), tx }))
  await db.collection<{ _id: number }>('log_chain').deleteMany({ _id: { $lte: expired } })
  const databases = { accounts: db, live: db, reports: db }
  const result = await verifyLog({
    databases,
    heads: [],
    judge: async () => 'valid',
    recordHash: String,
    retentionDays: expired > 0 ? 1 : 400,
    deletedRetentionDays,
  })
  return result.faults
}

describe('the seal of the ledger', () => {
  it('seals each transfer once, on two replicas at once, and names a changed and a deleted one', async () => {
    for (const amount of [1n, 2n]) await world.wallet(amount)
    await seal()
    for (const amount of [3n, 4n, 5n]) await world.wallet(amount)
    const both = await Promise.allSettled([seal(), seal()])
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true)
    await seal()
    expect((await seals()).map(({ data }) => data.credit.seq)).toEqual([2, 5])
    expect(await faults()).toEqual([])
    const change = (amount: bigint) => transfersOf(world.db).updateOne({ creditSeq: 4n }, { $set: { amount } })
    await change(40n)
    expect(await faults()).toEqual([expect.stringMatching('One of the transfers 3 to 5 of the feed credit')])
    await change(4n)
    expect(await faults()).toEqual([])
    await transfersOf(world.db).updateOne({ creditSeq: 1n }, { $set: { amount: 10n } })
    const isNotAsSealed = expect.stringMatching('One of the transfers 1 to 2 of the feed credit')
    expect(await faults({ expired: 1 }), 'after the first seal has left the chain').toEqual([isNotAsSealed])
    const first = await transfersOf(world.db).findOneAndDelete({ creditSeq: 1n })
    expect(await faults()).toContain('Transfers 1 to 1 of the feed credit were deleted.')
    if (first) await transfersOf(world.db).insertOne({ ...first, amount: 1n })
  })
})

const rows = (name: string) => world.db.collection<Document>(name)
const add = (name: string, row: object) => rows(name).insertOne({ ...row })
const set = (name: string, $set: Document, filter: Document = {}) => rows(name).updateOne(filter, { $set })

/** A change of an account with its history and event. */
async function change(_id: string, version: number) {
  await add('account_history', { _id: `${_id}|00000000000${version}`, fields: [version] })
  await add('outbox', { type: 'accounts.account.updated.v1', data: { accountId: _id, version }, todo: 'number' })
}

describe('figures that follow from sealed transfers, and rows that do not', () => {
  let admin: string
  beforeAll(async () => {
    const {
      players: [player = ''],
      play,
      offering,
    } = await createTable(world, [100n])
    admin = offering.adminId
    const stake = play.stake(player, 10)
    const claim = play.claim(player, [[stake.id, 3]])
    await world.ledger.play([stake, play.add(20), play.settle([[stake.id, 5]]), claim])
    // As newer ledgers write it.
    await set('transfers', { 'play.wins': JSON.stringify([[stake.id, '-3', '5', '3']]) }, { _id: claim.id })
    await set('wallets', { creditLine: 7n }, { _id: admin })
    await add('policy', { _id: 'security', version: 1 })
    await change(admin, 1)
    await seals()
    await seal()
  })

  it('are the same, also what changed since the last seal, and after the first seals have left the chain', async () => {
    await set('wallets', { creditLine: 6n }, { _id: admin })
    await change(admin, 2)
    expect(await faults()).toEqual([])
    await seal()
    expect([await faults(), await faults({ expired: 2 })]).toEqual([[], []])
  })

  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['a ticket', () => set('ticket_wins', { won: 9n }), /Ticket .* differs/],
    ['a ticket that never won', () => add('ticket_wins', { ...ticket, won: 9n }), /-9 hundredths more won in wins:a:g/],
    ['a pool', () => set('external_accounts', { balance: 26n }, { balance: 25n }), /-1 hundredths more pool:/],
    ['issued points', () => set('wallets', { issued: 18n }, { issued: 20n }), /2 hundredths more issued to/],
    ['a credit line', () => set('wallets', { creditLine: 8n }, { creditLine: 6n }), /^The credit line of/],
    ['the policy', () => set('policy', { version: 9 }), /^policy security is not as it was sealed/],
    ['history', () => set('account_history', { fields: [] }), /^Row .*01 of account_history was changed/],
    ['deleted history', () => rows('account_history').deleteOne({}), /^Row .*01 of account_history was deleted/],
    ['inserted history', () => add('account_history', { _id: 'x|000000000001' }), /^1 rows .* were inserted/],
  ])('are not the same after a change of %s', async (_, tamper, fault) => {
    const names = ['ticket_wins', 'external_accounts', 'wallets', 'policy', 'account_history']
    const before = await Promise.all(names.map(name => rows(name).find().toArray()))
    await tamper()
    expect(await faults()).toContainEqual(expect.stringMatching(fault))
    for (const [index, name] of names.entries()) {
      await rows(name).deleteMany({})
      await rows(name).insertMany(before[index] ?? [])
    }
  })

  it('are complete without the history of an account that was deleted long ago', async () => {
    await rows('account_history').deleteMany({})
    await rows('accounts').updateOne({ _id: admin as never }, { $set: { deletedAt: new Date(0) } }, { upsert: true })
    expect([await faults({ deletedRetentionDays: 0 }), (await faults()).length]).toEqual([[], 2])
  })
})

const ticket = { winsId: 'wins:a:g', playerId: 'p', most: 9n, claimed: 0n }
