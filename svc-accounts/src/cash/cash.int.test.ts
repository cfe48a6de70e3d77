import type { Actor } from '@cascade/service-kit'
import { afterAll, describe, expect, it } from 'vitest'
import { makeCashCalls } from '../testing/cash'
import { makeAccount, makeChain } from '../testing/make-accounts'
import { makeWorld } from '../testing/world'

let clock: Date | undefined

const world = await makeWorld({ now: () => clock ?? new Date() })
const chain = await makeChain(world)
const master = await world.actorOf(chain.master.username)
const manager = await world.actorOf(chain.areamanager.username)
const player = await world.actorOf(chain.player.username)
const cash = makeCashCalls(world, chain, master)
afterAll(() => world.close())

describe('a payment', () => {
  it('changes the current account, moves no points, and is an event and a log entry', async () => {
    const { _id: userId } = chain.player
    const points = await world.transferEvents()
    const paid = await cash.record(userId, { amount: 1250.5, note: 'advance' })
    expect(paid).toMatchObject({
      status: 200,
      body: { data: { kind: 'paid', amount: 1250.5, balance: 1250.5, seq: 1 } },
    })
    expect(paid.headers.get('x-activity-recorded')).toBe('true')
    const received = await cash.record(userId, { amount: 250, direction: 'received' })
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
      await cash.record(child._id, { as: manager }),
      await cash.record(child._id, { as: player }),
      await cash.record(chain.master._id),
      await cash.record(areamanager._id),
      await cash.record('unknown'),
    ].map(({ status }) => status)
    expect(statuses).toEqual([403, 403, 403, 404, 404])
  })

  it.each([[0], [-1], [1.005], [1e13]])('of %s is rejected', async amount => {
    expect((await cash.record(chain.player._id, { amount })).status).toBe(400)
  })

  it('by a suspended account is rejected', async () => {
    const other = await makeAccount(world, 'master', { refId: chain.areamanager._id })
    const child = await makeAccount(world, 'player', { refId: other._id })
    const as = await world.actorOf(other.username)
    expect((await world.call(`PATCH /master/toggle-status/${other._id}/deactivate`)).status).toBe(200)
    expect((await cash.record(child._id, { as })).status).toBe(401)
    expect((await cash.read(child._id, { as: manager })).total).toBe(0)
  })
})

describe('a repeated payment', () => {
  it('returns the stored entry, and a different one under its key is rejected', async () => {
    const userId = await cash.newPlayer()
    const first = await cash.record(userId, { key: 'k1' })
    const again = await cash.record(userId, { key: 'k1' })
    expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true'])
    expect(again.body.data).toEqual(first.body.data)
    expect((await cash.record(userId, { key: 'k1', amount: 6 })).body).toMatchObject({ reason: 'KEY_REUSED' })
    const { data } = (await world.call('GET /credit/outcome?key=k1', { as: master })).body
    expect(data).toEqual({ transferId: first.body.data.cashId, outcome: 'booked' })
    expect(await cash.expectSound(userId)).toHaveLength(1)
  })
})

describe('the current account', () => {
  it('is read by the two and those above them, by nobody else', async () => {
    const { _id } = chain.player
    const other = await world.actorOf((await makeAccount(world, 'master', { refId: chain.areamanager._id })).username)
    for (const as of [player, master, manager, world.superadmin])
      expect((await cash.read(_id, { as })).account).toMatchObject({
        ...{ balance: 1000.5, former: [] },
        ...{ parent: { username: chain.master.username }, child: { username: chain.player.username } },
      })
    expect(await cash.read(_id, { as: other })).toMatchObject({ success: false })
    expect(await cash.read(chain.master._id, { as: player })).toMatchObject({ success: false })
    expect((await cash.read(world.superadmin.accountId, { as: world.superadmin })).success).toBe(false)
  })

  it('offers a reversal to those who may, until it is too late', async () => {
    const untilOf = async (as: Actor) => (await cash.read(chain.player._id, { as })).data[0].reversibleUntil
    expect(await untilOf(manager)).toBe(await untilOf(master))
    expect(await untilOf(player)).toBeUndefined()
  })

  it('is listed by pages and business days, with opening and closing balance', async () => {
    const userId = await cash.newPlayer()
    for (const [day, amount] of [
      ['01', 10],
      ['02', 20],
      ['02', 30],
      ['04', 40],
    ] as const) {
      clock = new Date(`2021-03-${day}T12:00:00Z`)
      await cash.record(userId, { amount })
    }
    const list = async (query: string) => {
      const { data, total, account } = await cash.read(userId, { query })
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
    await cash.record(child._id, { as: formerActor, amount: 7 })
    const moved = await world.call(`PUT /player/${child._id}`, { body: { refId: chain.master._id } })
    expect(moved.status).toBe(200)
    const query = `?parentId=${former._id}`
    expect((await cash.read(child._id)).account).toMatchObject({ balance: 0, former: [] })
    expect((await cash.read(child._id, { as: manager })).account.former).toMatchObject([{ balance: 7 }])
    const answers = await Promise.all([formerActor, manager, master].map(as => cash.read(child._id, { as, query })))
    expect(answers.map(({ account }) => account?.balance)).toEqual([7, 7, undefined])
    expect((await cash.record(child._id, { as: formerActor })).status).toBe(404)
    expect((await cash.read(child._id, { as: manager, query: `?parentId=${chain.areamanager._id}` })).success).toBe(
      false,
    )
  })
})

describe('a reversal', () => {
  it('restores the balance once, and both entries name each other', async () => {
    const userId = await cash.newPlayer()
    const { cashId } = (await cash.record(userId, { amount: 40 })).body.data
    const first = await cash.reverse(cashId, { key: 'r1' })
    expect(first.body.data).toMatchObject({ kind: 'reversal', amount: -40, balance: 0, note: 'wrong' })
    expect((await cash.reverse(cashId, { key: 'r1' })).headers.get('idempotent-replayed')).toBe('true')
    expect((await cash.reverse(cashId)).body).toMatchObject({ code: 'CONFLICT', reason: 'REVERSED' })
    expect((await cash.reverse(first.body.data.cashId)).body).toMatchObject({ reason: 'NOT_REVERSIBLE' })
    const [reversal, payment] = (await cash.read(userId)).data
    expect(reversal.reverses).toMatchObject({ cashId, by: chain.master.username })
    expect(payment.reversedBy).toMatchObject({ cashId: reversal.cashId })
    expect(payment.reversibleUntil).toBeUndefined()
  })

  it('is for the parent that recorded it and those above, with the password', async () => {
    const userId = chain.player._id
    const { cashId } = (await cash.record(userId)).body.data
    expect((await cash.reverse(cashId, { as: player })).status).toBe(403)
    const other = await world.actorOf((await makeAccount(world, 'master', { refId: chain.areamanager._id })).username)
    expect((await cash.reverse(cashId, { as: other })).status).toBe(404)
    expect((await cash.reverse(cashId, { password: 'wrong' })).body).toMatchObject({ reason: 'WRONG_PASSWORD' })
    expect((await cash.reverse(cashId, { as: manager })).status).toBe(200)
  })

  it('is too late after 30 days', async () => {
    const userId = await cash.newPlayer()
    clock = new Date(Date.now() - 30 * 86_400_000)
    const { cashId } = (await cash.record(userId)).body.data
    clock = undefined
    expect((await cash.reverse(cashId)).body).toMatchObject({ reason: 'NOT_REVERSIBLE' })
  })
})
