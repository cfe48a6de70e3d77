import type { Actor } from '@cascade/service-kit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Chain, makeAccount, makeChain } from '../testing/make-accounts'
import { holdsForAll } from '../testing/sequences'
import { makeWorld, testPassword, type World } from '../testing/world'

let clock: Date | undefined
let world: World
let chain: Chain
let master: Actor
let manager: Actor
let player: Actor

beforeAll(async () => {
  world = await makeWorld({ now: () => clock ?? new Date() })
  chain = await makeChain(world)
  master = await world.actorOf(chain.master.username)
  manager = await world.actorOf(chain.areamanager.username)
  player = await world.actorOf(chain.player.username)
})
afterAll(() => world.close())

const newPlayer = async () => (await makeAccount(world, 'player', { refId: chain.master._id }))._id
type Payment = { amount?: number; direction?: 'received' | 'paid'; note?: string; as?: Actor; key?: string }

const withKey = (key: string | undefined) => (key === undefined ? {} : { headers: { 'idempotency-key': key } })

const record = (userId: string, { amount = 5, direction = 'paid', note = '', as = master, key }: Payment = {}) =>
  world.call('POST /cash', { as, body: { userId, amount, direction, note }, ...withKey(key) })

const read = async (userId: string, { as = master, query = '' }: { as?: Actor; query?: string } = {}) =>
  (await world.call(`GET /cash/${userId}${query}`, { as })).body

type Reversal = { as?: Actor; key?: string; password?: string }
const reverse = (cashId: string, { as = master, key, password = testPassword }: Reversal = {}) =>
  world.call(`POST /cash/${cashId}/reverse`, { as, body: { reason: 'wrong', password }, ...withKey(key) })

/** The rules that every current account keeps. */
async function expectSound(userId: string) {
  const { data, total, account } = await read(userId, { query: '?page=1&size=1000' })
  const entries: { seq: number; amount: number; balance: number }[] = data.toReversed()
  expect(total).toBe(entries.length)
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1))
  let sum = 0
  for (const { amount, balance } of entries) {
    sum = Math.round((sum + amount) * 100) / 100
    expect(balance).toBe(sum)
  }
  expect(account).toMatchObject({ balance: sum, opening: 0, closing: sum })
  return entries
}

describe('a payment', () => {
  it('changes the current account, moves no points, and is an event and a log entry', async () => {
    const { _id: userId } = chain.player
    const points = await world.transferEvents()
    const paid = await record(userId, { amount: 1250.5, note: 'advance' })
    expect(paid).toMatchObject({
      status: 200,
      body: { data: { kind: 'paid', amount: 1250.5, balance: 1250.5, seq: 1 } },
    })
    expect(paid.headers.get('x-activity-recorded')).toBe('true')
    const received = await record(userId, { amount: 250, direction: 'received' })
    expect(received.body.data).toMatchObject({ kind: 'received', amount: -250, balance: 1000.5 })
    expect(await world.transferEvents()).toEqual(points)
    const [event] = await world.events('accounts.cash.recorded.v1')
    expect(event).toMatchObject({
      ...{ kind: 'paid', amount: '125050', balance: '125050', note: 'advance' },
      parent: { accountId: chain.master._id, ancestry: { admin: chain.admin._id, master: chain.master._id } },
      child: { accountId: userId, ancestry: { master: chain.master._id } },
    })
    const logged = (await world.events('accounts.authority.changed.v1')).flatMap(({ activities }) => activities)
    expect(logged.map(({ data: { does, amount, object } }) => [does, amount, object?.accountId])).toEqual([
      ['recorded {amount} cash paid to {object}', 1250.5, userId],
      ['recorded {amount} cash from {object}', 250, userId],
    ])
  })

  it('is recorded by the direct parent only', async () => {
    const { player: child, areamanager } = chain
    const statuses = [
      await record(child._id, { as: manager }),
      await record(child._id, { as: player }),
      await record(chain.master._id),
      await record(areamanager._id),
      await record('unknown'),
    ].map(({ status }) => status)
    expect(statuses).toEqual([403, 403, 403, 404, 404])
  })

  it.each([[0], [-1], [1.005], [1e13]])('of %s is rejected', async amount => {
    expect((await record(chain.player._id, { amount })).status).toBe(400)
  })

  it('by a suspended account is rejected', async () => {
    const other = await makeAccount(world, 'master', { refId: chain.areamanager._id })
    const child = await makeAccount(world, 'player', { refId: other._id })
    const as = await world.actorOf(other.username)
    expect((await world.call(`PATCH /master/toggle-status/${other._id}/deactivate`)).status).toBe(200)
    expect((await record(child._id, { as })).status).toBe(401)
    expect((await read(child._id, { as: manager })).total).toBe(0)
  })
})

describe('a repeated payment', () => {
  it('returns the stored entry, and a different one under its key is rejected', async () => {
    const userId = await newPlayer()
    const first = await record(userId, { key: 'k1' })
    const again = await record(userId, { key: 'k1' })
    expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true'])
    expect(again.body.data).toEqual(first.body.data)
    expect((await record(userId, { key: 'k1', amount: 6 })).body).toMatchObject({ reason: 'KEY_REUSED' })
    const { data } = (await world.call('GET /credit/outcome?key=k1', { as: master })).body
    expect(data).toEqual({ transferId: first.body.data.cashId, outcome: 'booked' })
    expect(await expectSound(userId)).toHaveLength(1)
  })

  it('is recorded once by two instances', async () => {
    const userId = await newPlayer()
    const other = await world.startAnother()
    const body = { userId, amount: 5, direction: 'paid', note: '' }
    const headers = { 'idempotency-key': 'two' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 === 0
          ? world.call('POST /cash', { as: master, body, headers })
          : other.call(master, 'POST /cash', body, headers),
      ),
    )
    await other.stop()
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await expectSound(userId)).toHaveLength(1)
  })
})

describe('the current account', () => {
  it('adds up after 32 payments at the same time', async () => {
    const userId = await newPlayer()
    const payments = Array.from({ length: 32 }, (_, index) =>
      record(userId, { amount: index + 0.5, direction: index % 3 === 0 ? 'received' : 'paid' }),
    )
    const answers = await Promise.all(payments)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await expectSound(userId)).toHaveLength(32)
  })

  it('adds up after any sequence of payments, reversals and repetitions', async () => {
    type Step = { act: 'received' | 'paid' | 'reverse' | 'repeat'; amount: number; at: number }
    const operation = fc.record<Step>({
      act: fc.constantFrom('received', 'paid', 'reverse', 'repeat'),
      amount: fc.integer({ min: 1, max: 1_000_000 }).map(hundredths => hundredths / 100),
      at: fc.nat(7),
    })
    let run = 0
    await holdsForAll({ operation, maxLength: 10, runs: 8 }, async steps => {
      const userId = await newPlayer()
      run += 1
      const made: { cashId: string; payment: Payment; isReversed: boolean }[] = []
      let expected = 0
      for (const [index, { act, amount, at }] of steps.entries()) {
        const known = made[at % Math.max(1, made.length)]
        if (act === 'received' || act === 'paid') {
          const payment = { amount, direction: act, key: `${run}-${userId}-${index}` }
          made.push({ cashId: (await record(userId, payment)).body.data.cashId, payment, isReversed: false })
          expected += 1
        } else if (known && act === 'repeat') {
          const { body } = await record(userId, known.payment)
          expect(body.data.cashId).toBe(known.cashId)
        } else if (known) {
          const before = (await read(userId)).account.balance
          const { status, body } = await reverse(known.cashId)
          expect(status).toBe(known.isReversed ? 409 : 200)
          if (known.isReversed) continue
          known.isReversed = true
          expected += 1
          const { amount: reversed = 0, direction } = known.payment
          const restored = before - (direction === 'paid' ? reversed : -reversed)
          expect(body.data.balance).toBe(Math.round(restored * 100) / 100)
        }
      }
      expect(await expectSound(userId)).toHaveLength(expected)
    })
  })

  it('is read by the two and those above them, by nobody else', async () => {
    const { _id } = chain.player
    const other = await world.actorOf((await makeAccount(world, 'master', { refId: chain.areamanager._id })).username)
    for (const as of [player, master, manager, world.superadmin])
      expect((await read(_id, { as })).account).toMatchObject({
        ...{ balance: 1000.5, former: [] },
        ...{ parent: { username: chain.master.username }, child: { username: chain.player.username } },
      })
    expect(await read(_id, { as: other })).toMatchObject({ success: false })
    expect(await read(chain.master._id, { as: player })).toMatchObject({ success: false })
    expect((await read(world.superadmin.accountId, { as: world.superadmin })).success).toBe(false)
  })

  it('offers a reversal to those who may, until it is too late', async () => {
    const untilOf = async (as: Actor) => (await read(chain.player._id, { as })).data[0].reversibleUntil
    expect(await untilOf(manager)).toBe(await untilOf(master))
    expect(await untilOf(player)).toBeUndefined()
  })

  it('is listed by pages and business days, with opening and closing balance', async () => {
    const userId = await newPlayer()
    for (const [day, amount] of [
      ['01', 10],
      ['02', 20],
      ['02', 30],
      ['04', 40],
    ] as const) {
      clock = new Date(`2021-03-${day}T12:00:00Z`)
      await record(userId, { amount })
    }
    const list = async (query: string) => {
      const { data, total, account } = await read(userId, { query })
      return [data.map(({ amount }: { amount: number }) => amount), total, account.opening, account.closing]
    }
    expect(await list('?page=1&size=3')).toEqual([[40, 30, 20], 4, 0, 100])
    expect(await list('?page=2&size=3')).toEqual([[10], 4, 0, 100])
    expect(await list('?from=2021-03-02&to=2021-03-02')).toEqual([[30, 20], 2, 10, 60])
    expect(await list('?from=2021-03-03&to=2021-03-03')).toEqual([[], 0, 60, 60])
    expect(await list('?from=2021-03-05')).toEqual([[], 0, 100, 100])
    expect((await world.call(`GET /cash/${userId}?from=2021-03-05&to=2021-03-04`, { as: master })).status).toBe(400)
    clock = undefined
  })

  it('begins anew below another parent; the former one stays readable for those above it', async () => {
    const former = await makeAccount(world, 'master', { refId: chain.areamanager._id })
    const child = await makeAccount(world, 'player', { refId: former._id })
    const formerActor = await world.actorOf(former.username)
    await record(child._id, { as: formerActor, amount: 7 })
    const moved = await world.call(`PUT /player/${child._id}`, { body: { refId: chain.master._id } })
    expect(moved.status).toBe(200)
    const query = `?parentId=${former._id}`
    expect((await read(child._id)).account).toMatchObject({ balance: 0, former: [] })
    expect((await read(child._id, { as: manager })).account.former).toMatchObject([{ balance: 7 }])
    const answers = await Promise.all([formerActor, manager, master].map(as => read(child._id, { as, query })))
    expect(answers.map(({ account }) => account?.balance)).toEqual([7, 7, undefined])
    expect((await record(child._id, { as: formerActor })).status).toBe(404)
    expect((await read(child._id, { as: manager, query: `?parentId=${chain.areamanager._id}` })).success).toBe(false)
  })
})

describe('a reversal', () => {
  it('restores the balance once, and both entries name each other', async () => {
    const userId = await newPlayer()
    const { cashId } = (await record(userId, { amount: 40 })).body.data
    const first = await reverse(cashId, { key: 'r1' })
    expect(first.body.data).toMatchObject({ kind: 'reversal', amount: -40, balance: 0, note: 'wrong' })
    expect((await reverse(cashId, { key: 'r1' })).headers.get('idempotent-replayed')).toBe('true')
    expect((await reverse(cashId)).body).toMatchObject({ code: 'CONFLICT', reason: 'REVERSED' })
    expect((await reverse(first.body.data.cashId)).body).toMatchObject({ reason: 'NOT_REVERSIBLE' })
    const [reversal, payment] = (await read(userId)).data
    expect(reversal.reverses).toMatchObject({ cashId, by: chain.master.username })
    expect(payment.reversedBy).toMatchObject({ cashId: reversal.cashId })
    expect(payment.reversibleUntil).toBeUndefined()
  })

  it('happens once for 8 callers', async () => {
    const userId = await newPlayer()
    const { cashId } = (await record(userId)).body.data
    await reverse(cashId, { password: 'warm up' })
    const answers = await Promise.all(Array.from({ length: 8 }, () => reverse(cashId)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
    expect(await expectSound(userId)).toHaveLength(2)
  })

  it('is for the parent that recorded it and those above, with the password', async () => {
    const userId = chain.player._id
    const { cashId } = (await record(userId)).body.data
    expect((await reverse(cashId, { as: player })).status).toBe(403)
    const other = await world.actorOf((await makeAccount(world, 'master', { refId: chain.areamanager._id })).username)
    expect((await reverse(cashId, { as: other })).status).toBe(404)
    expect((await reverse(cashId, { password: 'wrong' })).body).toMatchObject({ reason: 'WRONG_PASSWORD' })
    expect((await reverse(cashId, { as: manager })).status).toBe(200)
  })

  it('is too late after 30 days', async () => {
    const userId = await newPlayer()
    clock = new Date(Date.now() - 30 * 86_400_000)
    const { cashId } = (await record(userId)).body.data
    clock = undefined
    expect((await reverse(cashId)).body).toMatchObject({ reason: 'NOT_REVERSIBLE' })
  })
})
