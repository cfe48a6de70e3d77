import type { WeekItem } from '@cascade/contracts/accounts'
import { type Actor, addDays } from '@cascade/service-kit'
import { eventually } from '@cascade/service-kit/testing'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { postingsFor } from '../ledger/testing/play-requests'
import { createReachedLimits } from '../limits/reached-limits'
import { type Chain, fund, makeChain, transfer } from '../testing/make-accounts'
import { makePerson } from '../testing/make-person'
import { makeWorld, testPassword, type WorldOptions } from '../testing/world'

/** After the coming Sunday: the ledger, whose clock is the real one, does not see sessions of the past. */
const today = new Date().toISOString().slice(0, 10)
const sunday = addDays(today, 7 - new Date(today).getUTCDay())
const monday = new Date(`${addDays(sunday, 1)}T09:00:00Z`)
let clock: Date | undefined
const none = '9999-12-31'

let children: string[] = []
const figures = { play: '1000', win: '0', commission: '50', net: '950' }
const late = { play: '0', win: '0', commission: '0', net: '0' }
const periodFigures: WorldOptions['periodFigures'] = async () => ({
  ...{ position: 1, hash: '', signature: '' },
  rows: children.map(childId => ({ childId, ...figures, late, corrections: [] })),
})
const world = await makeWorld({ now: () => clock ?? new Date(), periodFigures })
afterAll(() => world.close())

let chain: Chain
let master: Actor
let admin: Actor
beforeEach(async () => {
  clock = undefined
  chain = await makeChain(world)
  master = await world.actorOf(chain.master.username)
  admin = await world.actorOf(chain.admin.username)
  children = [chain.player._id]
})

const token = await world.keys.signerOf('svc-reports')

async function itemsOf({ accountId, role }: Actor, playSince = none): Promise<WeekItem[]> {
  const headers = { authorization: `Bearer ${await token('svc-accounts')}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ accountId, role, playSince })
  const answer = await world.request('/internal/action-items', { method: 'POST', headers, body })
  return ((await answer.json()) as { items: WeekItem[] }).items
}

async function bet(points: number) {
  const play = postingsFor({ adminId: chain.admin._id, gameId: 'game' })
  const [result] = await world.ledger.play([play.stake(chain.player._id, points * 100)])
  return result?.outcome === 'refused' ? result.reason : result?.outcome
}
const limit = (id: string, body: object) =>
  world.call(`PUT /limits/${id}`, { as: admin, body, headers: { 'if-match': '*' } })
const until = async (actor: Actor, expected: object[]) => {
  await expect.poll(() => itemsOf(actor), { timeout: 10_000 }).toMatchObject(expected)
}

describe('action items of an account', () => {
  it('name accounts below that a limit has rejected today, until the limits are changed', async () => {
    await fund(world, chain.player, 100)
    await limit(chain.master._id, { stakeDayMax: 10 })
    expect([await bet(10), await bet(1), await bet(1)]).toEqual(['booked', 'STAKE_LIMIT', 'STAKE_LIMIT'])
    await until(admin, [{ kind: 'limits', role: 'master', count: 1, userId: chain.master._id }])
    expect(await itemsOf(await world.actorOf(chain.areamanager.username))).toHaveLength(1)
    expect(await itemsOf(master)).toEqual([])
    const listed = async () => (await world.call(`GET /master/all?limitDay=${today}`, { as: admin })).body.data
    expect(await listed()).toMatchObject([{ _id: chain.master._id }])
    await limit(chain.master._id, { stakeDayMax: 20 })
    expect([await itemsOf(admin), await listed()]).toEqual([[], []])
  })

  it('come with one notice a day for the account and for who has set its limit', async () => {
    const { _id, username } = chain.master
    const reach = async () => {
      const db = world.serviceClient.db(world.db.databaseName)
      const limits = createReachedLimits({ ...world.deps, db })
      for (let at = 0; at < 3; at++) limits.add({ reason: 'STAKE_LIMIT', limitOwnerId: _id })
      await limits.stop()
    }
    await limit(_id, { stakeDayMax: 10, lossDayMax: 10 })
    await reach()
    await limit(_id, { stakeDayMax: 20 })
    await reach()
    await until(admin, [{ kind: 'limits', role: 'master', userId: _id }])
    const notice = { kind: 'limit-reached', data: { accountId: _id, username, role: 'master', limit: 'stakeDayMax' } }
    for (const as of [admin, master]) {
      expect((await world.call('GET /notices', { as })).body.data).toMatchObject([notice])
    }
  })

  it('come with a notice for people who may see the account, too', async () => {
    const { _id } = chain.master
    const people = [await makePerson(world, admin, 'manager'), await makePerson(world, admin, 'live')]
    await limit(_id, { stakeDayMax: 10 })
    const limits = createReachedLimits({ ...world.deps, db: world.serviceClient.db(world.db.databaseName) })
    limits.add({ reason: 'STAKE_LIMIT', limitOwnerId: _id })
    await limits.stop()
    const kinds = await Promise.all(
      people.map(async ({ signIn }) => {
        const { data } = (await world.call('GET /notices', { as: await signIn() })).body
        return data.filter(({ kind }: { kind: string }) => kind === 'limit-reached')
      }),
    )
    expect(kinds).toMatchObject([[{ data: { accountId: _id } }], []])
  })

  it('count limits of gifts and balances by role, and no limit that a player has set', async () => {
    const { superareamanager, player } = chain
    const { accountId } = world.superadmin
    await transfer(world, { role: 'superadmin', toUserId: accountId, points: 100 })
    await limit(superareamanager._id, { balanceMax: 10 })
    await limit(player._id, { balanceMax: 5 })
    for (const { _id, role } of [superareamanager, player]) {
      expect((await transfer(world, { role, toUserId: _id, points: 11 })).body.reason).toBe('BALANCE_LIMIT')
    }
    await until(admin, [
      { role: 'superareamanager', count: 1 },
      { role: 'player', count: 1 },
    ])
    await limit(player._id, { balanceMax: null })
    await fund(world, player, 50)
    await world.call('PUT /limits/own', { as: await world.actorOf(player.username), body: { stakeDayMax: 5 } })
    expect(await bet(6)).toBe('STAKE_LIMIT')
    await world.deps.reachedLimits.stop()
    expect(await itemsOf(master)).toEqual([])
  })

  it('name weeks to close from the first play on, then commissions to pay', async () => {
    clock = monday
    master = await world.actorOf(chain.master.username)
    expect(await itemsOf(master)).toEqual([])
    const first = addDays(sunday, -7)
    const since = `${addDays(first, 1)}T00:00:00.000Z`
    expect(await itemsOf(master, addDays(first, -3))).toEqual([
      { kind: 'openPeriods', count: 2, oldest: since, period: first },
    ])
    expect(await itemsOf(await world.actorOf(chain.player.username), addDays(first, -3))).toEqual([])
    for (const to of [first, sunday]) {
      const { body } = await world.call('POST /settlements/close', { as: master, body: { to, preview: false } })
      await eventually(async () => {
        const { run } = (await world.call(`GET /runs/${body.data.run._id}`, { as: master })).body
        return run.state === 'done'
      })
    }
    const due = { kind: 'payments', count: 2, points: 1, oldest: monday.toISOString(), period: first }
    expect(await itemsOf(master, addDays(first, -3))).toEqual([due])
    const pay = { as: master, body: { period: first, password: testPassword, as: 'cash' } }
    expect((await world.call('POST /settlements/pay-all', pay)).status).toBe(200)
    await until(master, [{ ...due, count: 1, points: 0.5, period: sunday }])
  })
})
