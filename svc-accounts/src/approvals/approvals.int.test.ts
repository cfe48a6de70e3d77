import { randomUUID } from 'node:crypto'
import {
  approvalInternal,
  approvalTexts,
  defaultPolicy,
  openApprovalsMax,
  policyTexts,
} from '@cascade/contracts/accounts'
import type { Actor } from '@cascade/service-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, type Chain, fund, type Made, makeAccount, makeChain, transfer } from '../testing/make-accounts'
import { type Answer, makeWorld, testPassword, type World } from '../testing/world'

let world: World
let second: Actor
let chain: Chain
let admin: Actor
let manager: Actor
let clock = Date.now()
beforeAll(async () => {
  world = await makeWorld({ now: () => new Date(clock) })
  const rules = [
    { operation: 'credit.issue' },
    { operation: 'credit.transfer', above: 100 },
    { operation: 'account.delete' },
  ]
  expect((await setRules(rules)).body).toMatchObject({ message: policyTexts.onlySuperadmin })
  second = await world.actorOf((await makeAccount(world, 'superadmin')).username)
  expect((await setRules(rules)).status).toBe(200)
})
afterAll(() => world.close())
beforeEach(async () => {
  clock = Date.now()
  chain = await makeChain(world)
  admin = await world.actorOf(chain.admin.username)
  manager = await world.actorOf(chain.superareamanager.username)
  await fund(world, chain.admin, 1_000)
})

const setRules = (approvals: object[]) => world.call('PUT /security/policy', { body: { ...defaultPolicy, approvals } })
const internal = (name: keyof typeof approvalInternal, body: object): Promise<Answer> => {
  const { method, path } = approvalInternal[name]
  return world.internal(`${method} ${path}`, body)
}

type Wish = { as?: Actor; to?: Made; points?: number; key?: string; password?: string }

/** What the gateway sends for a transfer. */
function request({ as = admin, to = chain.superareamanager, points = 500, ...rest }: Wish = {}) {
  const { key = randomUUID(), password = testPassword } = rest
  const body = JSON.stringify({ toUserId: to._id, transferAmount: points, password: 'approved' })
  const call = { endpointId: `accounts.${to.role}.transfer`, path: `/${to.role}/credit-transfer`, body }
  const subject = { operation: 'credit.transfer', amount: points, accountId: to._id }
  const permission = `${to.role}.manage`
  return internal('request', { ...call, ...subject, actor: as, permission, key, password })
}
const idOf = async (wish?: Wish): Promise<string> => (await request(wish)).body.approvalId
const approve = (id: string, actor: Actor) => internal('approve', { approvalId: id, actor })
const listed = async (as: Actor, query = '?state=open') =>
  (await world.call(`GET /approvals${query}`, { as })).body.data
const rowOf = async (id: string, as: Actor = world.superadmin) =>
  (await listed(as, '')).find((row: { _id: string }) => row._id === id)

/** What the gateway does with an order. */
async function execute({
  path,
  body,
  actor,
  approvalId,
}: {
  path: string
  body: string
  actor: Actor
  approvalId: string
}) {
  const headers = { 'idempotency-key': approvalId }
  return world.call(`POST ${path}`, { as: { ...actor, approvalId }, body, headers })
}

describe('a request', () => {
  it('is needed from the amount on, inclusive, and changes nothing', async () => {
    expect((await request({ points: 99.99 })).body).toEqual({})
    const id = await idOf({ points: 100 })
    expect(await rowOf(id)).toMatchObject({ operation: 'credit.transfer', state: 'open', amount: 100, isOwn: false })
    expect(await rowOf(id)).toMatchObject({ by: chain.admin.username, balance: { before: 0, after: 100 } })
    expect(await balanceOf(world, chain.superareamanager._id)).toBe(0)
    const stored = await world.db.collection('approvals').find().toArray()
    expect(JSON.stringify(stored)).not.toContain(testPassword)
  })

  it('has one id per requester and key, also at the same moment, and rejects another call under the key', async () => {
    const key = randomUUID()
    const ids = await Promise.all([idOf({ key }), idOf({ key }), idOf({ key })])
    expect(new Set(ids).size).toBe(1)
    expect((await request({ key, points: 501 })).body.reason).toBe('KEY_REUSED')
    expect(await idOf({ key, as: world.superadmin })).not.toBe(ids[0])
  })

  it('is not needed for a repetition of a call that was booked before', async () => {
    const booking = { role: 'superareamanager' as const, toUserId: chain.superareamanager._id, points: 500, as: admin }
    expect((await transfer(world, { ...booking, key: 'early' })).status).toBe(200)
    expect((await request({ key: 'early' })).body).toEqual({})
  })

  it('is rejected for a wrong password, and for an account out of scope', async () => {
    expect((await request({ password: 'wrong' })).body.reason).toBe('WRONG_PASSWORD')
    const other = await makeChain(world)
    expect((await request({ to: other.superareamanager })).status).toBe(404)
  })

  it('is rejected beyond the limit of open ones', async () => {
    const rows = Array.from({ length: openApprovalsMax }, (_, index) => ({
      ...{ _id: `many-${index}-${admin.accountId}`, operation: 'percentages', state: 'open', path: '/' },
      ...{ requester: admin, createdAt: new Date(clock), endsAt: new Date(clock + 60_000) },
    }))
    await world.db.collection('approvals').insertMany(rows as never)
    expect((await request()).body).toMatchObject({ message: approvalTexts.tooMany })
    await world.db.collection('approvals').deleteMany({ _id: /^many-/ } as never)
  })

  it('is withdrawn by its requester only, and expires after a day', async () => {
    const id = await idOf()
    expect((await world.call(`DELETE /approvals/${id}`)).status).toBe(404)
    expect((await world.call(`DELETE /approvals/${id}`, { as: admin })).body.data).toMatchObject({ state: 'withdrawn' })
    const late = await idOf()
    clock += 24 * 3_600_000
    const now = await world.actorOf('superadmin')
    expect(await rowOf(late, now)).toMatchObject({ state: 'expired' })
    expect((await approve(late, now)).status).toBe(409)
    world.superadmin.sessionId = now.sessionId
  })
})

describe('deciding', () => {
  it('is for those above the requester; all others find nothing', async () => {
    const child = await makeAccount(world, 'superareamanager', { refId: chain.admin._id })
    const id = await idOf({ as: manager, to: chain.areamanager })
    const other = await world.actorOf((await makeAccount(world, 'admin')).username)
    const refused = [
      manager,
      other,
      await world.actorOf(child.username),
      await world.actorOf(chain.areamanager.username),
    ]
    for (const actor of refused) expect((await approve(id, actor)).status).toBe(404)
    for (const actor of refused.slice(1)) expect(await rowOf(id, actor)).toBeUndefined()
    for (const actor of [admin, world.superadmin, second])
      expect(await rowOf(id, actor)).toMatchObject({ isOwn: false })
    expect(await rowOf(id, manager)).toMatchObject({ isOwn: true })
    expect((await approve(id, admin)).body.order).toMatchObject({ approvalId: id, approvedBy: chain.admin.username })
  })

  it('of a request of a superadmin is for another superadmin', async () => {
    const id = await idOf({ as: world.superadmin, to: chain.admin })
    expect((await approve(id, world.superadmin)).status).toBe(404)
    expect((await approve(id, admin)).status).toBe(404)
    clock += 1_000
    const madeForIt = await world.actorOf((await makeAccount(world, 'superadmin')).username)
    expect((await approve(id, madeForIt)).status).toBe(404)
    expect((await approve(id, second)).status).toBe(200)
  })

  it('happens once: one of two deciders wins, and a decided one is 409', async () => {
    const id = await idOf()
    const statuses = (await Promise.all([approve(id, world.superadmin), approve(id, second)])).map(
      ({ status }) => status,
    )
    expect(statuses.sort()).toEqual([200, 409])
    const body = { reason: 'not agreed' }
    expect((await world.call(`POST /approvals/${id}/decline`, { body })).status).toBe(409)
    expect((await world.call(`DELETE /approvals/${id}`, { as: admin })).status).toBe(409)
  })

  it('declines with a reason that the requester sees', async () => {
    const id = await idOf()
    expect((await world.call(`POST /approvals/${id}/decline`, { body: { reason: 'not agreed' } })).status).toBe(200)
    expect(await rowOf(id, admin)).toMatchObject({ state: 'declined', reason: 'not agreed', declinedBy: 'superadmin' })
    const { data } = (await world.call('GET /notices', { as: admin })).body
    expect(data[0]).toMatchObject({ kind: 'approval-decided', data: { approvalId: id, state: 'declined' } })
  })
})

describe('an approved call', () => {
  it('is executed once, without the session of its requester, however often it is repeated', async () => {
    const id = await idOf()
    const { order } = (await approve(id, second)).body
    await world.call(`DELETE /sessions/${admin.sessionId}`, { as: admin })
    const answers = [await execute(order), await execute(order)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await balanceOf(world, chain.superareamanager._id)).toBe(500)
    const finishes = [await internal('finish', { approvalId: id, status: 200 })]
    finishes.push(await internal('finish', { approvalId: id, status: 400, failure: 'too late' }))
    expect(finishes.map(({ body }) => body.isFirst)).toEqual([true, false])
    expect(await rowOf(id)).toMatchObject({ state: 'approved', approvedBy: second.username })
  })

  it('is claimed by another gateway once its lease is over, and not after its outcome', async () => {
    const id = await idOf()
    await approve(id, second)
    const claimed = async () =>
      (await internal('claim', {})).body.orders.map(({ approvalId }: { approvalId: string }) => approvalId)
    expect(await claimed()).not.toContain(id)
    clock += 31_000
    expect(await claimed()).toContain(id)
    expect(await claimed()).not.toContain(id)
    await internal('finish', { approvalId: id, status: 200 })
    clock += 31_000
    expect(await claimed()).not.toContain(id)
  })

  it('fails if its requester has lost the rights meanwhile', async () => {
    const [suspended, moved] = [await idOf({ as: manager, to: chain.areamanager }), await idOf()]
    const path = `PATCH /superareamanager/toggle-status/${chain.superareamanager._id}/deactivate`
    expect((await world.call(path)).status).toBe(200)
    const other = await makeAccount(world, 'admin')
    const body = { refId: other._id }
    expect((await world.call(`PUT /superareamanager/${chain.superareamanager._id}`, { body })).status).toBe(200)
    for (const id of [suspended, moved]) {
      const { approval, order } = (await approve(id, second)).body
      expect(order).toBeUndefined()
      expect(approval).toMatchObject({ state: 'failed', reason: approvalTexts.rightsLost, approvedBy: second.username })
    }
  })

  it('fails with the reason of its rejection, except for a deletion that was executed before', async () => {
    const id = await idOf({ points: 5_000 })
    const { order } = (await approve(id, second)).body
    const { status, body } = await execute(order)
    await internal('finish', { approvalId: id, status, failure: body.message })
    expect(await rowOf(id)).toMatchObject({ state: 'failed', reason: 'Insufficient balance.' })

    const { _id } = chain.player
    const call = { endpointId: 'accounts.player.remove', path: `/player/${_id}`, permission: 'player.manage' }
    const subject = { operation: 'account.delete', accountId: _id, key: randomUUID() }
    const deletion = (await internal('request', { ...call, ...subject, actor: admin })).body.approvalId
    await approve(deletion, second)
    await world.call(`DELETE /player/${_id}`)
    await internal('finish', { approvalId: deletion, status: 404, failure: 'Not found' })
    expect(await rowOf(deletion)).toMatchObject({ state: 'approved' })
  })
})
