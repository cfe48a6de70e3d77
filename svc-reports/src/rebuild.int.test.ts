import type { AccountSnapshot } from '@cascade/contracts/accounts'
import type { Transaction } from '@cascade/contracts/reports'
import { actorOf, eventually } from '@cascade/service-kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTransfer, transferRecorded } from './testing/make-transfer'
import { startWorld, type World } from './testing/world'

let world: World
/** Ids of what was committed, in order. */
const committed: string[] = []

beforeAll(async () => {
  world = await startWorld({ startsReports: false })
})
afterAll(() => world?.stop())

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

/** The view holds each committed transfer once, and its counts say so. */
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

const publishRaw = (subject: string, payload: string) =>
  world.producer.bus.jetStream().publish(world.producer.bus.subject(subject), new TextEncoder().encode(payload))

describe('the view equals the source', () => {
  it('when the stream holds garbage, repeats, gaps and a wrong order', async () => {
    const { bus, credit } = world.producer
    await commit(200)
    await eventually(credit.isPublished)
    const { events } = await credit.read(0, 1_000)
    await (await bus.manager()).streams.purge(bus.streamName('accounts.credit'))
    const first = events[0]
    await publishRaw('credit.noise.v1', 'not json')
    await publishRaw('credit.noise.v1', '{"seq":1}')
    await publishRaw(
      'credit.transfer.recorded.v1',
      JSON.stringify({ ...first, type: 'credit.transfer.recorded.v1', data: {} }),
    )
    const shuffled = events
      .filter((_, index) => index % 3 !== 0)
      .flatMap((event, index) => (index % 4 === 0 ? [event, event] : [event]))
      .sort((a, b) => ((a.seq * 7919) % 211) - ((b.seq * 7919) % 211))
    for (const event of shuffled) await publishRaw(event.type, JSON.stringify(event))
    await world.start()
    await expectEqualToSource()
    expect(await world.db.collection('dead_letters').countDocuments()).toBe(0)
  })

  it('when NATS is away for a while and its store is lost', async () => {
    await world.nats.cut()
    await commit(150)
    await expectEqualToSource()
    await world.nats.restore()
    const { bus } = world.producer
    await eventually(async () => bus.isUp())
    await (await bus.manager()).streams.delete(bus.streamName('accounts.credit')).catch(() => undefined)
    await commit(100)
    await expectEqualToSource()
    // The view may have asked the source before the publisher came to it.
    await eventually(async () => {
      const { state } = await (await bus.manager()).streams.info(bus.streamName('accounts.credit'))
      return state.messages >= 100
    })
  })

  it('when its own database was lost', async () => {
    await world.stopReports()
    await world.db.dropDatabase()
    await world.start()
    await expectEqualToSource()
  })

  it('when it is built anew while everything goes on', async () => {
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

  it('and leaves nothing of what was left behind', async () => {
    const { retired } = await world.generations.state()
    const old = `g${retired[0]?.generation}_`
    const generations = world.db.collection<{ _id: string }>('generations')
    await generations.updateOne({ _id: 'views' }, { $set: { 'retired.0.at': new Date(0) } })
    await eventually(async () => (await world.generations.state()).retired.length === 0)
    const left = await world.db.listCollections({}, { nameOnly: true }).toArray()
    expect(left.filter(({ name }) => name.startsWith(old))).toEqual([])
    await expectEqualToSource()
  })

  it('when an event is poisoned: it is put aside and the rest goes on', async () => {
    const good = makeTransfer(world.tree.admin, world.tree.manager)
    const goodToo = makeTransfer(world.tree.rival, world.tree.rivalManager)
    const misfit = { ...makeTransfer(world.tree.admin, world.tree.manager), amount: '-1' }
    const unbooked = makeTransfer(world.tree.admin, world.tree.manager, { destinationBalance: null })
    await world.producer.emit(...[good, misfit, unbooked, goodToo].map(transferRecorded))
    committed.push(good.transferId, goodToo.transferId)
    await expectEqualToSource()
    const letters = await world.db
      .collection<{ _id: string; event: { data: { transferId: string } } }>('dead_letters')
      .find()
      .toArray()
    expect(letters.map(letter => letter.event.data.transferId).sort()).toEqual(
      [misfit.transferId, unbooked.transferId].sort(),
    )
  })
})
