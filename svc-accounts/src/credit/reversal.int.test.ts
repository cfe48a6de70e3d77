import { randomUUID } from 'node:crypto'
import { changesHeader } from '@cascade/contracts/gateway'
import type { Actor } from '@cascade/service-kit'
import { afterAll, describe, expect, it } from 'vitest'
import { balanceOf, fund, makeAccount, makeChain, transfer } from '../testing/make-accounts'
import { makeWorld, testPassword } from '../testing/world'

const world = await makeWorld()
const chain = await makeChain(world)
const other = await makeChain(world)
const admin = await world.actorOf(chain.admin.username)
await fund(world, chain.admin, 10_000)
afterAll(async () => {
  expect(await world.ledgerFaults()).toEqual([])
  await world.close()
})

type Options = { as?: Actor; key?: string; reason?: string; password?: string }
const reverse = (
  transferId: string,
  { as = admin, key, reason = 'wrong account', password = testPassword }: Options = {},
) =>
  world.call(`POST /ledger/${transferId}/reverse`, {
    as,
    body: { reason, password },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })
const read = async (transferId: string, as: Actor = admin) => world.call(`GET /credit/transfer/${transferId}`, { as })

/** A new player with points of the admin. */
async function give(points: number) {
  const player = await makeAccount(world, 'player', { refId: chain.master._id })
  const { body } = await transfer(world, { role: 'player', toUserId: player._id, points, as: admin })
  return { player, transferId: body.data.transactionId as string }
}
/** On a busy machine a call may end without an outcome: it is repeated under its key. */
async function reverseAnyway(transferId: string, as: Actor) {
  const key = randomUUID()
  for (;;) {
    const answer = await reverse(transferId, { as, key })
    if (answer.status === 200 || answer.headers.has('idempotent-outcome')) return answer
  }
}
const adjust = (body: object) =>
  world.call('POST /player/credit-adjust', { as: admin, body: { ...body, password: testPassword } })

describe('a reversal', () => {
  it('moves the points back, and both transfers name each other', async () => {
    const { player, transferId } = await give(250)
    const before = await balanceOf(world, chain.admin._id)
    expect((await read(transferId)).body.data).toMatchObject({
      ...{ kind: 'transfer', amount: 250, from: { username: chain.admin.username, balance: before } },
      ...{ to: { accountId: player._id, balance: 250 }, reversibleUntil: expect.any(String) },
    })
    const answer = await reverse(transferId)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('idempotent-outcome')).toBe('booked')
    expect(answer.body).toMatchObject({
      message: 'Transfer reversed.',
      data: {
        ...{ amount: 250, from: { username: player.username, balance: 0 }, to: { balance: before + 250 } },
        reverses: { transferId, by: chain.admin.username },
      },
    })
    const { transactionId } = answer.body.data
    const reversed = (await read(transferId)).body.data
    expect(reversed).toMatchObject({ reversedBy: { transferId: transactionId, by: chain.admin.username } })
    expect(reversed).not.toHaveProperty('reversibleUntil')
    expect((await read(transactionId)).body.data).toMatchObject({
      ...{ kind: 'reversal', note: 'wrong account', reverses: { transferId } },
    })
    const { data } = (await world.call(`GET /ledger/${player._id}/statement`, { as: admin })).body
    expect(data).toMatchObject([
      { kind: 'reversal', amount: -250, balance: 0, note: 'wrong account', reverses: { transferId } },
      { kind: 'transfer', amount: 250, reversedBy: { transferId: transactionId } },
    ])
    expect(data.map((row: object) => 'reversibleUntil' in row)).toEqual([false, false])
    expect((await world.transferEvents()).at(-1)).toMatchObject({
      ...{ kind: 'reversal', note: 'wrong account' },
      reverses: { transferId, kind: 'transfer', at: reversed.createdAt, by: chain.admin.username },
    })
    expect(JSON.parse(decodeURIComponent(answer.headers.get(changesHeader) ?? ''))).toEqual([
      { field: 'points', before: `250.00 ${player.username}`, after: chain.admin.username },
    ])
  })

  it('is booked once for 64 concurrent callers with keys of their own', async () => {
    const { player, transferId } = await give(100)
    const second = await give(100)
    // Points that a second reversal could take.
    await transfer(world, { role: 'player', toUserId: player._id, points: 6_400, as: admin })
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) => reverseAnyway(transferId, index % 2 ? admin : world.superadmin)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.map(({ body }) => body.reason))).toEqual(new Set([undefined, 'REVERSED']))
    expect(await balanceOf(world, player._id)).toBe(6_400)
    expect((await reverse(transferId)).body).toMatchObject({ message: 'This transfer has been reversed already.' })
    expect((await reverse(second.transferId)).status).toBe(200)
  })

  it('is replayed under its key, which belongs to this transfer and reason', async () => {
    const { player, transferId } = await give(10)
    const second = await transfer(world, { role: 'player', toUserId: player._id, points: 10, as: admin })
    const key = randomUUID()
    const [first, ...again] = [await reverse(transferId, { key }), await reverse(transferId, { key })]
    const mistyped = await reverse(transferId, { key, password: 'mistyped' })
    for (const { status, body, headers } of [...again, mistyped]) {
      expect([status, headers.get('idempotent-replayed')]).toEqual([200, 'true'])
      expect(body.data).toEqual(first?.body.data)
    }
    const outcome = await world.call(`GET /credit/outcome?key=${key}`, { as: admin })
    expect(outcome.body.data).toEqual({ transferId: first?.body.data.transactionId, outcome: 'booked' })
    expect((await reverse(second.body.data.transactionId, { key })).body.reason).toBe('KEY_REUSED')
    expect(await balanceOf(world, player._id)).toBe(10)
  })

  it('is rejected if the funds are gone, and possible once they are back', async () => {
    const { player, transferId } = await give(50)
    await adjust({ toUserId: player._id, adjustAmount: 1 })
    const key = randomUUID()
    const poor = await reverse(transferId, { key })
    expect(poor).toMatchObject({ status: 400, body: { reason: 'INSUFFICIENT', message: 'Insufficient balance.' } })
    expect(poor.headers.get('idempotent-outcome')).toBe('refused')
    await transfer(world, { role: 'player', toUserId: player._id, points: 1, as: admin })
    expect((await reverse(transferId, { key })).body.reason).toBe('INSUFFICIENT')
    expect((await reverse(transferId)).status).toBe(200)
    expect(await balanceOf(world, player._id)).toBe(0)
  })

  it('needs a reason and the password', async () => {
    const { transferId } = await give(5)
    expect((await reverse(transferId, { reason: ' ' })).body.errors).toEqual({
      reason: 'Reason is required for a reversal.',
    })
    expect((await reverse(transferId, { password: 'wrong' })).body.reason).toBe('WRONG_PASSWORD')
    expect((await read(transferId)).body.data).not.toHaveProperty('reversedBy')
  })

  it('of a reversal, and after 30 days, is rejected', async () => {
    const { transferId } = await give(5)
    const { body } = await reverse(transferId)
    expect((await reverse(body.data.transactionId)).body.reason).toBe('NOT_REVERSIBLE')
    const old = await give(5)
    const set = { $set: { createdAt: new Date(Date.now() - 30 * 86_400_000) } }
    await world.db.collection('transfers').updateOne({ _id: old.transferId as never }, set)
    expect(await reverse(old.transferId)).toMatchObject({ status: 409, body: { reason: 'NOT_REVERSIBLE' } })
    expect((await read(old.transferId)).body.data).not.toHaveProperty('reversibleUntil')
  })

  it('is for the actor and those above; all others find nothing, or may not', async () => {
    const { transferId } = await give(5)
    const master = await world.actorOf(chain.master.username)
    const stranger = await world.actorOf(other.admin.username)
    expect(await reverse(transferId, { as: master })).toMatchObject({ status: 403 })
    expect((await read(transferId, master)).body.data).not.toHaveProperty('reversibleUntil')
    expect((await read(transferId, master)).body.data.from).not.toHaveProperty('balance')
    for (const answer of [await reverse(transferId, { as: stranger }), await read(transferId, stranger)])
      expect(answer).toMatchObject({ status: 404, body: { message: 'Not found.' } })
    expect((await reverse('missing')).status).toBe(404)
    expect((await reverse(transferId, { as: world.superadmin })).status).toBe(200)
  })

  it('of a transfer with a deleted account is rejected', async () => {
    const master = await makeAccount(world, 'master', { refId: chain.areamanager._id })
    const player = await makeAccount(world, 'player', { refId: master._id })
    await fund(world, master, 20)
    const as = await world.actorOf(master.username)
    const { body } = await transfer(world, { role: 'player', toUserId: player._id, points: 20, as })
    expect((await world.call(`DELETE /player/${player._id}`, { as })).status).toBe(200)
    expect((await reverse(body.data.transactionId, { as })).body.message).toBe(
      'An account of this transfer has been deleted.',
    )
  })

  it('undoes the use of the credit line exactly, in both directions', async () => {
    const used = async () => (await world.ledger.creditUsed(other.admin._id)).toString()
    const { accountId } = world.superadmin
    await transfer(world, { role: 'superadmin', toUserId: accountId, points: 1_000 })
    const line = (creditLine: number) => world.call(`PUT /admins/${other.admin._id}`, { body: { creditLine } })
    expect((await line(300)).status).toBe(200)
    const original = await transfer(world, { role: 'admin', toUserId: other.admin._id, points: 300 })
    expect(await used()).toBe('30000')
    expect((await reverse(original.body.data.transactionId, { as: world.superadmin })).status).toBe(200)
    expect(await used()).toBe('0')
    const again = await transfer(world, { role: 'admin', toUserId: other.admin._id, points: 300 })
    expect(again.status).toBe(200)
    const withdrawal = await world.call('POST /admins/credit-adjust', {
      body: { toUserId: other.admin._id, adjustAmount: 200, password: testPassword },
    })
    await transfer(world, { role: 'admin', toUserId: other.admin._id, points: 150 })
    const beyond = await reverse(withdrawal.body.data.transactionId, { as: world.superadmin })
    expect(beyond.body).toMatchObject({ reason: 'CREDIT_LINE', creditLeft: 50 })
    await line(400)
    expect(await used()).toBe('25000')
    await line(450)
    expect((await reverse(withdrawal.body.data.transactionId, { as: world.superadmin })).status).toBe(200)
    expect(await used()).toBe('45000')
  })

  it('returns new points to the issuer', async () => {
    const { accountId } = world.superadmin
    const issued = await transfer(world, { role: 'superadmin', toUserId: accountId, points: 70 })
    const before = await balanceOf(world, accountId)
    const { body } = await reverse(issued.body.data.transactionId, { as: world.superadmin })
    expect(body.data.to).toEqual({ username: 'issuer', role: 'issuer' })
    expect(await balanceOf(world, accountId)).toBe(before - 70)
  })
})

describe('the policy', () => {
  it('counts a reversal as an adjustment of its actor', async () => {
    const set = { version: 1, requiredSince: {}, 'policy.approvals': [{ operation: 'credit.adjust', above: 40 }] }
    const policy = world.db.collection<{ _id: string }>('policy')
    await policy.updateOne({ _id: 'security' }, { $set: set }, { upsert: true })
    // The ledger reads the rules four times a second: until then it books.
    await expect
      .poll(async () => {
        const { player, transferId } = await give(40)
        const { reason, errors } = (await reverse(transferId)).body
        return { reason, ...errors, isPayer: errors?.payerId === player._id && errors.from === player.username }
      })
      .toMatchObject({
        ...{ reason: 'APPROVAL_NEEDED', operation: 'credit.adjust', amount: '40', isPayer: true },
        to: chain.admin.username,
      })
    await policy.updateOne({ _id: 'security' }, { $set: { 'policy.approvals': [] } })
  })
})
