import { ensureCollections, inTransaction, type OutboxRow, writeOutbox } from '@cascade/service-kit'
import { appendToChain, chainPlans, type LedgerSeal, sealLeaf, verifyLog } from '@cascade/service-kit/log-chain'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { transfersOf } from '../store/collections'
import { createLedgerWorld, type LedgerWorld } from '../testing/ledger-world'
import { sealLedger, sealPlans } from './seal-ledger'

let world: LedgerWorld
beforeAll(async () => {
  world = await createLedgerWorld(inject('mongodbUri'))
  await ensureCollections(world.db, [...sealPlans, ...chainPlans(400)])
})
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

const seals = async () =>
  (await world.db.collection<OutboxRow>('outbox').find().toArray()) as (OutboxRow & { data: LedgerSeal })[]

/** The chain as svc-reports writes it. */
async function faults() {
  const { db, mongo } = world
  await Promise.all(['log_chain', 'log_heads'].map(name => db.collection(name).deleteMany({})))
  const entries = (await seals()).map(({ _id, at, data }) => ({
    kind: 'ledger' as const,
    entryId: _id,
    entryAt: at,
    leaf: sealLeaf(data),
  }))
  await inTransaction(mongo.client, tx => appendToChain(db, entries, { at: new Date(), tx }))
  const databases = { accounts: db, live: db, reports: db }
  const result = await verifyLog({
    databases,
    heads: [],
    judge: async () => 'valid',
    recordHash: String,
    retentionDays: 400,
  })
  return result.faults
}

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
  await transfersOf(world.db).deleteOne({ creditSeq: 1n })
  expect(await faults()).toContain('Transfers 1 to 1 of the feed credit were deleted.')
})
