import { randomUUID } from 'node:crypto'
import { approvalTexts, openApprovalsMax, policyTexts } from '@cascade/contracts/accounts'
import { type Actor, AppError, bookingIdOf } from '@cascade/service-kit'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { approvalsOf, replaceRules } from '../testing/approvals'
import {
  balanceOf,
  type Chain,
  fund,
  makeAccount,
  makeChain,
  pathOf,
  personFor,
  transfer,
} from '../testing/make-accounts'
import { makeWorld, testPassword } from '../testing/world'
import { executeCall } from './execute-call'

let chain: Chain
let admin: Actor
let manager: Actor
let clock = Date.now()
const rules = [
  { operation: 'credit.issue' },
  { operation: 'credit.transfer', above: 100 },
  { operation: 'account.delete' },
]

const world = await makeWorld({ now: () => new Date(clock) })
const approvals = approvalsOf(world)
const second = await world.actorOf((await makeAccount(world, 'superadmin')).username)
afterAll(async () => {
  expect(await world.ledgerFaults()).toEqual([])
  await world.close()
})
beforeEach(async () => {
  clock = Date.now()
  await replaceRules(world, [])
  chain = await makeChain(world)
  admin = await world.actorOf(chain.admin.username)
  manager = await world.actorOf(chain.superareamanager.username)
  await fund(world, chain.admin, 1_000)
  await replaceRules(world, rules)
})

const send = (options?: { points?: number; key?: string }) => approvals.transfer(admin, chain.superareamanager, options)
const idOf = async (options?: { points?: number; key?: string }): Promise<string> =>
  (await send(options)).body.approvalId
const listed = async (as: Actor, query = '?state=open') =>
  (await world.call(`GET /approvals${query}`, { as })).body.data
const rowOf = async (id: string, as: Actor = second) =>
  (await listed(as, '')).find((row: { _id: string }) => row._id === id)
const outcomeOf = async (key: string) =>
  (await world.call(`GET /credit/outcome?key=${key}`, { as: admin })).body.data.outcome
const received = () => balanceOf(world, chain.superareamanager._id)

describe('a request', () => {
  it('is needed from the sum of the day on, inclusive, whatever the calls are named', async () => {
    expect((await send({ points: 60 })).status).toBe(200)
    const path = `/superareamanager/credit-adjust`
    const adjust = { toUserId: chain.superareamanager._id, transactionType: 'debit', password: testPassword }
    const debit = await world.call(`POST ${path}`, { as: admin, body: { ...adjust, adjustAmount: 40 } })
    expect(debit).toMatchObject({ status: 403, body: { reason: 'APPROVAL_NEEDED', errors: { amount: '40' } } })
    expect((await send({ points: 39.99 })).status).toBe(200)
    expect(await send({ points: 0.01 })).toMatchObject({ status: 202 })
    expect(await received()).toBe(99.99)
  })

  it('is needed for a run by its total, and for a raised credit line', async () => {
    const run = { operation: 'give-credit', role: 'superareamanager', userIds: [chain.superareamanager._id], count: 1 }
    const body = { ...run, amount: 100, password: testPassword }
    expect((await world.call('POST /runs', { as: admin, body })).body.reason).toBe('APPROVAL_NEEDED')
    const put = (creditLine: number) => world.call(`PUT /admins/${chain.admin._id}`, { body: { creditLine } })
    expect((await put(1_000)).status).toBe(200)
    expect((await put(1_100)).body).toMatchObject({
      reason: 'APPROVAL_NEEDED',
      errors: { operation: 'credit.transfer', amount: '100' },
    })
    expect((await put(500)).status).toBe(200)
  })

  it('shows names, balances and what else waits from the payer, and stores no password', async () => {
    const other = await idOf({ points: 200 })
    const id = await idOf()
    expect(await rowOf(id)).toMatchObject({
      ...{ operation: 'credit.transfer', state: 'open', amount: 500, isOwn: false, mayDecide: true },
      ...{ by: chain.admin.username, balance: { before: 0, after: 500 }, deciders: [second.username] },
      details: { from: chain.admin.username, to: chain.superareamanager.username },
      payer: { username: chain.admin.username, balance: 1_000, waiting: 200 },
    })
    expect(await received()).toBe(0)
    const stored = await world.db.collection('approvals').find().toArray()
    expect(JSON.stringify(stored)).not.toContain(testPassword)
    await world.call(`DELETE /approvals/${other}`, { as: admin })
  })

  it('has one id per requester and key, also at the same moment, and rejects another call under the key', async () => {
    const key = randomUUID()
    const ids = await Promise.all([idOf({ key }), idOf({ key }), idOf({ key })])
    expect(new Set(ids).size).toBe(1)
    expect((await send({ key, points: 501 })).body.reason).toBe('KEY_REUSED')
  })

  it('does not start for a key that another call has used', async () => {
    const key = randomUUID()
    expect((await send({ key, points: 1 })).status).toBe(200)
    const run = { operation: 'give-credit', role: 'superareamanager', userIds: [chain.superareamanager._id], count: 1 }
    const body = { ...run, amount: 500, password: testPassword }
    const headers = { 'idempotency-key': key }
    expect((await world.call('POST /runs', { as: admin, body, headers })).body.reason).toBe('APPROVAL_NEEDED')
  })

  it('is rejected for a wrong password, for an account out of scope and beyond the balance', async () => {
    expect(
      (
        await transfer(world, {
          role: 'superareamanager',
          toUserId: chain.superareamanager._id,
          points: 500,
          as: admin,
          password: 'wrong',
        })
      ).body.reason,
    ).toBe('WRONG_PASSWORD')
    const other = await makeChainBefore()
    expect((await approvals.transfer(admin, other.superareamanager)).status).toBe(404)
    expect((await send({ points: 1_001 })).body.reason).toBe('INSUFFICIENT')
  })

  it('is rejected beyond the limit of open ones', async () => {
    const rows = Array.from({ length: openApprovalsMax }, (_, index) => ({
      ...{ _id: `many-${index}-${admin.accountId}`, operation: 'percentages', state: 'open', path: '/' },
      ...{ requester: admin, createdAt: new Date(clock), endsAt: new Date(clock + 60_000) },
    }))
    await world.db.collection('approvals').insertMany(rows as never)
    expect((await send()).body).toMatchObject({ message: approvalTexts.tooMany })
    await world.db.collection('approvals').deleteMany({ _id: /^many-/ } as never)
  })

  it('is rejected if no other person could decide it', async () => {
    await setOtherSuperadmins({ active: false })
    expect(await send()).toMatchObject({ status: 422, body: { message: approvalTexts.noDecider } })
    await setOtherSuperadmins({ active: true })
  })

  it('is withdrawn by its requester only; its key is never booked afterwards, whatever the rules are by then', async () => {
    const key = randomUUID()
    const id = await idOf({ key })
    expect((await world.call(`DELETE /approvals/${id}`)).status).toBe(404)
    expect((await world.call(`DELETE /approvals/${id}`, { as: admin })).body.data).toMatchObject({ state: 'withdrawn' })
    expect(await outcomeOf(key)).toBe('refused')
    await replaceRules(world, [])
    expect(await send({ key })).toMatchObject({ status: 409, body: { reason: 'DECLINED' } })
    expect(await received()).toBe(0)
  })

  it('expires with a notice to its requester, and its key with it', async () => {
    const key = randomUUID()
    const id = await idOf({ key })
    await world.db.collection('approvals').updateOne({ _id: id as never }, { $set: { endsAt: new Date(clock - 1) } })
    expect((await approvals.approve(id, second)).status).toBe(409)
    await expect.poll(() => outcomeOf(key), { timeout: 15_000 }).toBe('refused')
    await expect.poll(() => rowOf(id), { timeout: 15_000 }).toMatchObject({ state: 'expired' })
    const { data } = (await world.call('GET /notices', { as: admin })).body
    expect(data[0]).toMatchObject({ kind: 'approval-decided', data: { approvalId: id, state: 'expired' } })
  })
})

const setOtherSuperadmins = (set: { active: boolean }) => {
  const filter = { role: 'superadmin', _id: { $ne: world.superadmin.accountId as never } }
  return world.db.collection('accounts').updateMany(filter, { $set: set })
}

/** A chain from before the rules. */
async function makeChainBefore() {
  await replaceRules(world, [])
  const made = await makeChain(world)
  await replaceRules(world, rules)
  return made
}

describe('deciding', () => {
  it('is for those above the requester; all others find nothing', async () => {
    const other = await makeChainBefore()
    const id = (await approvals.transfer(manager, chain.areamanager, { points: 0.01 })).body.approvalId
    expect(id).toBeUndefined()
    await fundManager()
    const needed = (await approvals.transfer(manager, chain.areamanager)).body.approvalId
    const outsiders = [await world.actorOf(other.admin.username), await world.actorOf(chain.areamanager.username)]
    for (const actor of [manager, ...outsiders]) expect((await approvals.approve(needed, actor)).status).toBe(404)
    for (const actor of outsiders) expect(await rowOf(needed, actor)).toBeUndefined()
    expect(await rowOf(needed, admin)).toMatchObject({ isOwn: false, mayDecide: true })
    expect(await rowOf(needed, manager)).toMatchObject({ isOwn: true, mayDecide: false })
    expect((await approvals.approve(needed, admin)).body.data).toMatchObject({ approvedBy: chain.admin.username })
  })

  it('is not for a person who has created the requester, set its password or removed its factors', async () => {
    const id = await idOf()
    expect(await approvals.approve(id, world.superadmin)).toMatchObject({
      status: 403,
      body: { message: approvalTexts.samePerson },
    })
    expect(await rowOf(id, world.superadmin)).toMatchObject({ mayDecide: false, deciders: [second.username] })
    await fundManager()
    const ofManager = (await approvals.transfer(manager, chain.areamanager)).body.approvalId
    const path = `PUT /superareamanager/${manager.accountId}`
    expect((await world.call(path, { as: admin, body: { password: 'another-long-one' } })).status).toBe(200)
    expect((await approvals.approve(ofManager, admin)).status).toBe(403)
    clock += 31 * 86_400_000
    expect((await rowOf(ofManager, await world.actorOf(chain.admin.username))).state).toBe('expired')
  })

  it('happens once: one of two deciders wins, and a decided one is 409', async () => {
    const id = await idOf()
    const third = await thirdSuperadmin()
    const answers = await Promise.all([approvals.approve(id, third), approvals.approve(id, second)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await received()).toBe(500)
    const body = { reason: 'not agreed' }
    expect((await world.call(`POST /approvals/${id}/decline`, { as: second, body })).status).toBe(409)
    expect((await world.call(`DELETE /approvals/${id}`, { as: admin })).status).toBe(409)
  })

  it('ends the notices of those who could decide, and declines with a reason that the requester sees', async () => {
    const key = randomUUID()
    const id = await idOf({ key })
    const waiting = async () =>
      (await world.call('GET /notices', { as: second })).body.data.filter(
        (notice: { kind: string; data: { approvalId: string } }) =>
          notice.kind === 'approval-requested' && notice.data.approvalId === id,
      )
    expect(await waiting()).toHaveLength(1)
    const body = { reason: 'not agreed' }
    expect((await world.call(`POST /approvals/${id}/decline`, { as: second, body })).status).toBe(200)
    expect(await waiting()).toHaveLength(0)
    expect(await rowOf(id, admin)).toMatchObject({
      ...{ state: 'declined', reason: 'not agreed', declinedBy: second.username },
    })
    const { data } = (await world.call('GET /notices', { as: admin })).body
    expect(data[0]).toMatchObject({ kind: 'approval-decided', data: { approvalId: id, state: 'declined' } })
    expect(await outcomeOf(key)).toBe('refused')
    expect(await send({ key })).toMatchObject({ status: 409 })
  })
})

async function fundManager() {
  await world.db.collection('wallets').updateOne({ _id: admin.accountId as never }, { $unset: { moved: '' } })
  await replaceRules(world, [])
  await transfer(world, { role: 'superareamanager', toUserId: manager.accountId, points: 600, as: admin })
  await replaceRules(world, rules)
}

async function thirdSuperadmin(): Promise<Actor> {
  await replaceRules(world, [])
  const made = await makeAccount(world, 'superadmin', {}, second)
  await replaceRules(world, rules)
  const actor = await world.actorOf(made.username)
  await world.db.collection('accounts').updateOne({ _id: made._id as never }, { $set: { createdAt: new Date(0) } })
  return actor
}

const leaseOf = (id: string) => async () => (await world.deps.approvals.find(id))?.leaseUntil

/** Executes the call of a request; its service answers with this rejection. */
async function executeWith(id: string, rejection: AppError | undefined) {
  const row = await world.deps.approvals.find(id)
  if (!row) throw new Error('no request')
  const outcome = { rejection, isRecorded: false, changes: undefined, enrolmentCode: undefined }
  return executeCall({ ...world.deps, sendCall: async () => outcome }, row)
}

describe('an approved call', () => {
  it('is executed once under the key of its requester, without its session, with both names', async () => {
    const key = randomUUID()
    const id = await idOf({ key })
    await world.call(`DELETE /sessions/${admin.sessionId}`, { as: admin })
    expect(await approvals.approve(id, second)).toMatchObject({
      ...{ status: 200, body: { message: approvalTexts.approved, data: { state: 'approved' } } },
    })
    expect(await received()).toBe(500)
    await executeWith(id, undefined)
    await executeWith(id, new AppError('VALIDATION', 'too late'))
    expect(await received()).toBe(500)
    expect(await rowOf(id)).toMatchObject({ state: 'approved', approvedBy: second.username })
    admin = await world.actorOf(chain.admin.username)
    expect(await outcomeOf(key)).toBe('booked')
    expect((await send({ key })).headers.get('Idempotent-Replayed')).toBe('true')
    const path = `GET /ledger/${chain.superareamanager._id}/statement`
    expect((await world.call(path)).body.data[0].by).toMatchObject({
      ...{ username: chain.admin.username, approvedBy: second.username },
    })
    const events = await world.transferEvents()
    const transactionId = bookingIdOf(admin.accountId, key)
    expect(events.filter(data => (data as { transferId: string }).transferId === transactionId)).toHaveLength(1)
  })

  it('does not count in the sum of the day', async () => {
    await approvals.approve(await idOf(), second)
    expect((await send({ points: 99.99 })).status).toBe(200)
    expect((await send({ points: 0.01 })).status).toBe(202)
  })

  it('is not booked again by a repetition of its requester when the rule is gone', async () => {
    const key = randomUUID()
    const id = await idOf({ key })
    await replaceRules(world, [])
    expect((await send({ key })).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ state: 'approved' })
    expect((await approvals.approve(id, second)).status).toBe(409)
    expect(await received()).toBe(500)
  })

  it('is in the log under its requester, with the name of the second person', async () => {
    const id = await idOf()
    await approvals.approve(id, second)
    const { events } = await world.deps.ledger.creditFeed(0, 1_000)
    expect(events.filter(({ correlationId }) => correlationId === id)).toMatchObject([
      {
        actor: { username: chain.admin.username, approvedBy: { username: second.username } },
        data: {
          amount: '50000',
          call: {
            operation: 'accounts.superareamanager.transfer',
            requestUrl: '/api/superareamanager/credit-transfer',
          },
        },
      },
    ])
  })

  it('is executed by another replica once the lease of an executor that died is over, and once only', async () => {
    const id = await idOf()
    const { message } = await approvals.approveUntil('die', id, second)
    expect(message).toBe(approvalTexts.running)
    await approvals.repeat()
    expect(await received()).toBe(0)
    clock += 31_000
    await approvals.repeat()
    await expect.poll(() => rowOf(id), { timeout: 20_000 }).toMatchObject({ state: 'approved' })
    await expect.poll(leaseOf(id), { timeout: 20_000 }).toBeUndefined()
    clock += 31_000
    await approvals.repeat()
    expect(await received()).toBe(500)
  })

  it('is never shown as failed when its executor died after booking it', async () => {
    const id = await idOf()
    await approvals.approveUntil('dieAfterBooking', id, second)
    expect(await received()).toBe(500)
    clock += 31_000
    await executeWith(id, new AppError('VALIDATION', 'Insufficient balance.', { reason: 'INSUFFICIENT' }))
    expect(await rowOf(id)).toMatchObject({ state: 'approved' })
    clock += 13 * 3_600_000
    await approvals.repeat()
    expect(await received()).toBe(500)
  })

  it('fails with its reason, can be approved again, and is then booked under the same key', async () => {
    const key = randomUUID()
    const id = await idOf({ key })
    await replaceRules(world, [])
    await transfer(world, { role: 'superareamanager', toUserId: manager.accountId, points: 600, as: admin })
    await replaceRules(world, rules)
    await approvals.approve(id, second)
    expect(await rowOf(id)).toMatchObject({ state: 'failed', reasonCode: 'INSUFFICIENT', mayDecide: true })
    expect(await outcomeOf(key)).toBe('unknown')
    await replaceRules(world, [])
    await fund(world, chain.admin, 1_000)
    await replaceRules(world, rules)
    expect((await approvals.approve(id, second)).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ state: 'approved' })
    expect(await received()).toBe(1_100)
  })

  it('fails if its requester has lost the rights meanwhile', async () => {
    const id = await idOf()
    const path = `PATCH /admins/toggle-status/${chain.admin._id}/deactivate`
    expect((await world.call(path)).status).toBe(200)
    const { data } = (await approvals.approve(id, second)).body
    expect(data).toMatchObject({ state: 'failed', reason: approvalTexts.rightsLost, approvedBy: second.username })
  })

  it('is done when its repetition finds the account already deleted', async () => {
    const path = `/player/${chain.player._id}`
    const subject = { operation: 'account.delete' as const, endpointId: 'accounts.player.remove' }
    const sent = await approvals.send(
      { as: admin, method: 'DELETE', path },
      { ...subject, permission: 'player.manage', accountId: chain.player._id },
    )
    const id = sent.body.approvalId
    await approvals.approveUntil('dieAfterBooking', id, second)
    expect((await world.call(`GET ${path}`)).status).toBe(404)
    clock += 31_000
    await approvals.repeat()
    await expect.poll(leaseOf(id), { timeout: 20_000 }).toBeUndefined()
    expect(await rowOf(id)).toMatchObject({ state: 'approved' })
  })
})

describe('authority under a rule', () => {
  const creation = (as: Actor, role: 'superadmin' | 'player', body: object) =>
    approvals.send(
      { as, path: `/${pathOf(role)}/create`, body },
      {
        operation: 'account.create',
        endpointId: `accounts.${role}.create`,
        permission: `${role}.manage`,
        isSecret: true,
      },
    )

  it('needs two persons to change the policy', async () => {
    const subject = {
      operation: 'policy' as const,
      endpointId: 'accounts.policy.change',
      permission: 'superadmin.manage',
    }
    const sent = { as: second, method: 'PUT', path: '/security/policy', body: { approvals: [] } }
    const third = await thirdSuperadmin()
    const requested = await approvals.send(sent, subject)
    expect(requested.status).toBe(202)
    expect(await rowOf(requested.body.approvalId, third)).toMatchObject({
      details: { approvals: 'credit.issue, credit.transfer from 100, account.delete → ' },
    })
    expect((await approvals.approve(requested.body.approvalId, third)).status).toBe(200)
    expect((await world.call('GET /security/policy')).body.data.approvals).toEqual([])
  })

  it('needs two persons to create a superadmin, whose password stays encrypted', async () => {
    const body = personFor('superadmin')
    const requested = await creation(world.superadmin, 'superadmin', body)
    expect(requested.status).toBe(202)
    const stored = await world.db.collection('approvals').findOne({ _id: requested.body.approvalId })
    expect(stored?.body).not.toContain(testPassword)
    expect((await approvals.approve(requested.body.approvalId, second)).status).toBe(200)
    const [newest] = await world.db
      .collection('accounts')
      .find({ role: 'superadmin' })
      .sort({ createdAt: -1 })
      .toArray()
    expect(newest?.username).not.toBe(second.username)
    expect((await world.login(newest?.username)).status).toBe(200)
  })

  it('needs one person to create an account that can neither request nor approve', async () => {
    const answer = await creation(world.superadmin, 'player', personFor('player', { refId: chain.master._id }))
    expect(answer.status).toBe(201)
  })

  it('needs two persons to change password and status of a superadmin', async () => {
    const path = `/${pathOf('superadmin')}/${second.accountId}`
    expect((await world.call(`PUT ${path}`, { body: { password: 'another-long-one' } })).body).toMatchObject({
      ...{ reason: 'APPROVAL_NEEDED', errors: { operation: 'superadmin.change', password: '(not shown)' } },
    })
    const toggle = `PATCH /${pathOf('superadmin')}/toggle-status/${second.accountId}/deactivate`
    expect((await world.call(toggle)).body.reason).toBe('APPROVAL_NEEDED')
    expect(
      (
        await world.call(`PUT /security/networks/${second.accountId}`, {
          body: { networks: ['10.0.0.0/8'], below: false },
        })
      ).body.reason,
    ).toBe('APPROVAL_NEEDED')
  })

  it('lets the only superadmin act alone, with a note that says so', async () => {
    await setOtherSuperadmins({ active: false })
    const { body } = await world.call('GET /security/policy')
    expect(body.notes).toEqual([policyTexts.aloneNote])
    expect((await world.call('PUT /security/policy', { body: { graceDays: 8 } })).status).toBe(200)
    await setOtherSuperadmins({ active: true })
  })
})
