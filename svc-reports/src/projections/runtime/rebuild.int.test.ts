import type { AccountSnapshot } from '@cascade/contracts/accounts'
import type { Transaction } from '@cascade/contracts/reports'
import { actorOf, eventually } from '@cascade/service-kit/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { makeTransfer, transferRecorded } from '../../testing/make-transfer'
import { startWorld } from '../../testing/world'

/** Ids of all emitted transfers, in order. */
const committed: string[] = []

const world = await startWorld({ startsReports: false })
afterAll(() => world.stop())

async function commit(count: number) {
  const { admin, manager, rival, rivalManager } = world.tree
  for (let index = 0; index < count; index += 50) {
    const transfers = Array.from({ length: Math.min(50, count - index) }, (_, n) => {
      const [from, to] = n % 2 === 0 ? [admin, manager] : [rival, rivalManager]
      return makeTransfer(from, to, { bizDate: `2026-03-0${1 + ((index / 50 + n) % 5)}` })
    })
    await world.producer.emit(...transfers.map(transferRecorded))
    committed.push(...transfers.map(transfer => transfer.transferId))
  }
}

/** The projection has each emitted transfer once, and its counts match. */
async function expectEqualToSource() {
  await world.caughtUp()
  const { root, admin } = world.tree
  expect((await reportOf(root)).sort()).toEqual([...committed].sort())
  expect(await reportOf(admin)).toHaveLength(committed.length / 2)
}

async function reportOf(account: AccountSnapshot): Promise<string[]> {
  const { body } = await world.call(actorOf(account), 'GET /reports/transactionreport?page=1&size=1000')
  const ids = (body.data as Transaction[]).map(row => row._id)
  expect(body.total).toBe(ids.length)
  return ids
}

describe('the transactions projection', () => {
  it('equals its source when NATS carries forged events and wrong heads', async () => {
    const { bus, credit } = world.producer
    await commit(200)
    await world.start()
    const forge = () => {
      const forged = transferRecorded(makeTransfer(world.tree.admin, world.tree.manager))
      const { events } = genuine
      for (const event of events) bus.broadcast(event.type, { ...event, ...forged, seq: event.seq + 1 })
      for (const head of [0, 7, 1_000_000, 'x', null]) bus.broadcast('head.accounts.credit', { head, by: 'forger' })
      bus.broadcast('head.accounts.credit', null)
    }
    const genuine = await credit.read(0, 20)
    forge()
    await expectEqualToSource()
    forge()
    await commit(50)
    await expectEqualToSource()
    expect(await world.db.collection('dead_letters').countDocuments()).toBe(0)
  })

  it('equals its source after an outage of NATS', async () => {
    await world.nats.cut()
    await commit(150)
    await expectEqualToSource()
    await world.nats.restore()
    await eventually(async () => world.producer.bus.isUp())
    await commit(100)
    await expectEqualToSource()
  })

  it('equals its source after its own database was lost', async () => {
    await world.stopReports()
    await world.db.dropDatabase()
    await world.start()
    await expectEqualToSource()
  })

  it('equals its source after a rebuild under traffic', async () => {
    const { active } = await world.generations.state()
    await world.db.collection(`g${active}_transactions`).updateMany({}, { $set: { amount: 1 } })
    const traffic = commit(200)
    await world.generations.build('tampered rows')
    await eventually(async () => (await world.generations.state()).active === active + 1)
    await traffic
    await expectEqualToSource()
    const { body } = await world.call(actorOf(world.tree.root), 'GET /reports/transactionreport?amountFrom=100')
    expect(body.total).toBe(committed.length)
  })

  it('leaves no collections of a retired generation', async () => {
    const { retired } = await world.generations.state()
    const old = `g${retired[0]?.generation}_`
    const generations = world.db.collection<{ _id: string }>('generations')
    await generations.updateOne({ _id: 'views' }, { $set: { 'retired.0.at': new Date(0) } })
    await eventually(async () => (await world.generations.state()).retired.length === 0)
    const left = await world.db.listCollections({}, { nameOnly: true }).toArray()
    expect(left.filter(({ name }) => name.startsWith(old))).toEqual([])
    await expectEqualToSource()
  })

  it('dead-letters poisoned events and applies the others', async () => {
    const good = makeTransfer(world.tree.admin, world.tree.manager)
    const goodToo = makeTransfer(world.tree.rival, world.tree.rivalManager)
    const misfit = { ...makeTransfer(world.tree.admin, world.tree.manager), amount: '-1' }
    const unbooked = makeTransfer(world.tree.admin, world.tree.manager, { destinationBalance: null })
    await world.producer.emit(...[good, misfit, unbooked, goodToo].map(transferRecorded))
    committed.push(good.transferId, goodToo.transferId)
    await expectEqualToSource()
    const letters = await world.db
      .collection<{ _id: string; projection: string; event: { data: { transferId: string } } }>('dead_letters')
      .find({ projection: /^reports-g/ })
      .toArray()
    expect(letters.map(letter => letter.event.data.transferId).sort()).toEqual(
      [misfit.transferId, unbooked.transferId].sort(),
    )
  })
})
