import { accountApi } from '@cascade/contracts/accounts'
import { recordedHeader } from '@cascade/contracts/gateway'
import { afterAll, describe, expect, it } from 'vitest'
import type { Ledger } from '../ledger'
import { balanceOf, fund, makeAccount, makeChain, pathOf, transfer } from '../testing/make-accounts'
import { makeWorld, testPassword } from '../testing/world'

let afterBooking: () => void = () => undefined
const around = (ledger: Ledger): Ledger => ({
  ...ledger,
  transfer: async request => {
    const result = await ledger.transfer(request)
    afterBooking()
    return result
  },
})
const world = await makeWorld({ around })
const chain = await makeChain(world)
await fund(world, chain.admin, 1000)
afterAll(async () => {
  expect(await world.ledgerFaults()).toEqual([])
  await world.close()
})

const adjust = (body: Record<string, unknown>, as = world.superadmin) =>
  world.call('POST /player/credit-adjust', { as, body: { password: testPassword, ...body } })

describe('a credit transfer', () => {
  it('is booked once per key, and reports replays', async () => {
    const player = await makeAccount(world, 'player', { refId: chain.master._id })
    const admin = await world.actorOf(chain.admin.username)
    const request = { role: 'player' as const, toUserId: player._id, points: 2.5, as: admin, key: 'double-click' }
    const answers = await Promise.all(Array.from({ length: 8 }, () => transfer(world, request)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(new Set(answers.map(({ body }) => body.data.transactionId)).size).toBe(1)
    expect(new Set(answers.map(({ body }) => body.data.senderWallet)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(7)
    expect(await balanceOf(world, player._id)).toBe(2.5)
    const other = await transfer(world, { ...request, points: 3 })
    expect(other.status).toBe(422)
    const without = await Promise.all([1, 2].map(() => transfer(world, { ...request, key: undefined as never })))
    expect(without.map(({ status }) => status)).toEqual([200, 200])
    expect(await balanceOf(world, player._id)).toBe(7.5)
  })

  it('is one event with its call, for the log entry that the gateway then does not write', async () => {
    const player = await makeAccount(world, 'player', { refId: chain.master._id })
    const as = await world.actorOf(chain.admin.username)
    const { body, headers } = await transfer(world, {
      role: 'player',
      toUserId: player._id,
      points: 2,
      as,
      key: 'call',
    })
    expect(headers.get(recordedHeader)).toBe('true')
    const { events } = await world.deps.ledger.creditFeed(0, 1_000)
    const call = { operation: accountApi.player.transfer.id, requestUrl: '/api/player/credit-transfer' }
    expect(events.find(({ id }) => id === body.data.transactionId)).toMatchObject({
      data: { call: { ...call, ipAddress: as.ipAddress } },
    })
  })

  it('is rejected without enough funds, with the error at the field, and never overdraws', async () => {
    const player = await makeAccount(world, 'player', { refId: chain.master._id })
    const master = await makeAccount(world, 'master', { refId: chain.areamanager._id })
    await fund(world, master, 10)
    const actor = await world.actorOf(master.username)
    const own = await makeAccount(world, 'player', {}, actor)
    const poor = await transfer(world, { role: 'player', toUserId: own._id, points: 10.01, as: actor })
    expect(poor.status).toBe(400)
    expect(poor.body).toMatchObject({
      message: 'Insufficient balance.',
      code: 'VALIDATION',
      errors: { transferAmount: 'Insufficient balance.' },
    })
    const many = await Promise.all(
      Array.from({ length: 30 }, () => transfer(world, { role: 'player', toUserId: own._id, points: 1, as: actor })),
    )
    expect(many.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(await balanceOf(world, master._id)).toBe(0)
    expect(await balanceOf(world, own._id)).toBe(10)
    expect(await balanceOf(world, player._id)).toBe(0)
  })

  it('is rejected with an invalid amount', async () => {
    const body = { toUserId: chain.player._id, transferAmount: { $gt: 0 }, password: testPassword }
    const answer = await world.call('POST /player/credit-transfer', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toBe('Invalid transfer amount. Please enter a valid number.')
  })

  it('issues points from a superadmin to itself, and in no other case', async () => {
    const { accountId } = world.superadmin
    const before = await balanceOf(world, accountId)
    const issued = await transfer(world, { role: 'superadmin', toUserId: accountId, points: 50 })
    expect(issued.body.data).toMatchObject({ senderWallet: before + 50, receiverWallet: before + 50 })
    expect((await world.transferEvents()).at(-1)).toMatchObject({ kind: 'generated' })
    const body = { toUserId: accountId, adjustAmount: 5, password: testPassword }
    expect((await world.call('POST /superadmins/credit-adjust', { body })).status).toBe(400)
    const conservation = await world.call('GET /ledger/conservation')
    expect(conservation.body.data).toMatchObject({ difference: 0 })
  })

  it('can be sent between superadmins', async () => {
    const other = await makeAccount(world, 'superadmin')
    await transfer(world, { role: 'superadmin', toUserId: world.superadmin.accountId, points: 9 })
    const sent = await transfer(world, { role: 'superadmin', toUserId: other._id, points: 9 })
    expect(sent.body.data.receiverWallet).toBe(9)
    expect(sent.body.data.superadmins).toHaveLength(2)
  })
})

describe('a credit response', () => {
  it('is consistent in all its balances during concurrent transfers', async () => {
    const player = await makeAccount(world, 'player', { refId: chain.master._id })
    await fund(world, chain.master, 100)
    const master = await world.actorOf(chain.master.username)
    const request = { role: 'player' as const, toUserId: player._id, points: 1, as: master }
    const answers = await Promise.all(Array.from({ length: 40 }, () => transfer(world, request)))
    for (const { body } of answers) {
      const { senderWallet, receiverWallet, players } = body.data
      expect(players).toHaveLength(1)
      expect(players[0]).toMatchObject({
        _id: player._id,
        walletBalance: receiverWallet,
        wallet: [{ individualCredit: receiverWallet }],
        refId: { _id: chain.master._id, walletBalance: senderWallet },
      })
    }
    expect(new Set(answers.map(({ body }) => body.data.receiverWallet)).size).toBe(40)
  })

  it('needs no database reads after the booking', async () => {
    const player = await makeAccount(world, 'player', { refId: chain.master._id })
    const { accounts, games } = world.deps
    const originals = { ...accounts, ...games, balances: world.deps.balances }
    const away = () => Promise.reject(new Error('The database is away.'))
    afterBooking = () => {
      Object.assign(accounts, { find: away, findMany: away })
      Object.assign(games, { namesOf: away })
      world.deps.balances = away
    }
    const answer = await transfer(world, { role: 'player', toUserId: player._id, points: 2 })
    afterBooking = () => undefined
    Object.assign(accounts, { find: originals.find, findMany: originals.findMany })
    Object.assign(games, { namesOf: originals.namesOf })
    world.deps.balances = originals.balances
    expect([answer.status, answer.body.data?.players[0].walletBalance]).toEqual([200, 2])
  })
})

describe('the sender', () => {
  it("can be the actor, or the receiver's parent in the actor's scope", async () => {
    const admin = await world.actorOf(chain.admin.username)
    await fund(world, chain.master, 20)
    const before = await balanceOf(world, chain.admin._id)
    const sent = await transfer(world, {
      role: 'player',
      toUserId: chain.player._id,
      userId: chain.master._id,
      points: 5,
      as: admin,
    })
    expect(sent.body.data.senderWallet).toBe(await balanceOf(world, chain.master._id))
    expect(await balanceOf(world, chain.admin._id)).toBe(before)
    const back = await adjust({ toUserId: chain.player._id, userId: chain.master._id, adjustAmount: 5 }, admin)
    expect(back.body.data.receiverWallet).toBe(sent.body.data.receiverWallet - 5)
  })

  it('cannot be any other account', async () => {
    const admin = await world.actorOf(chain.admin.username)
    const request = { role: 'player' as const, toUserId: chain.player._id, points: 1, as: admin }
    const grandparent = await transfer(world, { ...request, userId: chain.areamanager._id })
    expect(grandparent.status).toBe(403)
    const above = await transfer(world, { ...request, userId: world.superadmin.accountId })
    const missing = await transfer(world, { ...request, userId: 'nobody' })
    expect([above.status, missing.status]).toEqual([404, 404])
  })

  it('is listed for the credit screens', async () => {
    const admin = await world.actorOf(chain.admin.username)
    const list = await world.call(`GET /credit/loadcredit?id=${chain.player._id}`, { as: admin })
    expect(list.body.data.map((row: { _id: string }) => row._id)).toEqual([chain.admin._id, chain.master._id])
    const direct = await world.call(`GET /credit/loadcredit?id=${chain.superareamanager._id}`, { as: admin })
    expect(direct.body.data).toHaveLength(1)
    for (const role of ['gift', 'loan', 'otc'] as const) {
      const { _id } = (await world.call(`GET /${pathOf(role)}/all`, { as: admin })).body.data[0]
      const sender = await world.call(`GET /${role}/loadcredit/${_id}`, { as: admin })
      expect(sender.body).toMatchObject({ senderAmount: { _id: chain.admin._id }, data: { username: admin.username } })
      expect((await transfer(world, { role, toUserId: _id, points: 1.5, as: admin })).body.data.receiverWallet).toBe(
        1.5,
      )
    }
  })
})

describe('a credit adjustment', () => {
  it('takes points back by default, gives points with debit, and needs at least one point', async () => {
    const player = await makeAccount(world, 'player', { refId: chain.master._id })
    await fund(world, player, 10)
    const credited = await adjust({ toUserId: player._id, adjustAmount: 4 })
    expect(credited.body.data).toMatchObject({
      receiverWallet: 6,
      receiver: { walletBalance: 6 },
      players: [{ walletBalance: 6 }],
    })
    expect((await world.transferEvents()).at(-1)).toMatchObject({
      kind: 'credit',
      source: { walletId: player._id },
    })
    const debited = await adjust({ toUserId: player._id, adjustAmount: 4, transactionType: 'debit' })
    expect(debited.body.data.receiverWallet).toBe(10)
    const little = await adjust({ toUserId: player._id, adjustAmount: 0.5 })
    expect(little.body.message).toBe('Amount must be greater than 0')
    const much = await adjust({ toUserId: player._id, adjustAmount: 11 })
    expect(much.body.errors).toEqual({ adjustAmount: 'Insufficient balance.' })
    const without = await adjust({ toUserId: player._id })
    expect(without.body.errors).toEqual({
      adjustAmount: 'Invalid adjustment amount. Please enter a valid number.',
    })
    const unsigned = await adjust({ toUserId: player._id, adjustAmount: 1, password: '' })
    expect(unsigned.body.errors).toEqual({ password: 'Password is required for credit adjustment.' })
  })
})
