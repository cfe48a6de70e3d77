import { type Actor, bookingIdOf } from '@cascade/service-kit'
import { afterAll, describe, expect, it } from 'vitest'
import { postingsFor } from '../ledger/testing/play-requests'
import { balanceOf, fund, makeAccount, makeChain, transfer } from '../testing/make-accounts'
import { makeWorld, testPassword } from '../testing/world'

const world = await makeWorld()
const chain = await makeChain(world)
await fund(world, chain.admin, 1000)
afterAll(() => world.close())

async function makeCall() {
  const player = await makeAccount(world, 'player', { refId: chain.master._id })
  const as = await world.actorOf(chain.admin.username)
  const key = `key-${player._id}`
  const request = { role: 'player' as const, toUserId: player._id, points: 5, as, key }
  return { player, as, request }
}

const outcomeHeader = ({ headers }: { headers: Headers }) => headers.get('idempotent-outcome')

describe('the service after a lost response', () => {
  it('replays a booked key before any check that would reject it now', async () => {
    const { player, as, request } = await makeCall()
    const first = await transfer(world, request)
    expect([first.status, outcomeHeader(first)]).toEqual([200, 'booked'])
    expect(first.body.data.by).toEqual({ accountId: as.accountId, username: as.username, role: 'admin' })

    const other = await makeAccount(world, 'player', { refId: chain.master._id })
    const outcome = `GET /credit/outcome?key=${request.key}`
    const others: [verb: string, body: object][] = [
      ['transfer', { transferAmount: 6 }],
      ['transfer', { transferAmount: 100_000 }],
      ['transfer', { transferAmount: 5, note: 'x' }],
      ['transfer', { transferAmount: 5, toUserId: other._id }],
      ['adjust', { adjustAmount: 5, transactionType: 'debit' }],
      ['adjust', { adjustAmount: 5, transactionType: 'credit' }],
    ]
    for (const [verb, body] of others) {
      const reused = await world.call(`POST /player/credit-${verb}`, {
        as,
        headers: { 'idempotency-key': request.key },
        body: { toUserId: player._id, password: testPassword, ...body },
      })
      expect([reused.status, reused.body.reason, outcomeHeader(reused)]).toEqual([422, 'KEY_REUSED', 'booked'])
      expect((await world.call(outcome, { as })).body.data.outcome).toBe('booked')
    }
    const mistyped = await transfer(world, { ...request, password: 'mistyped' })
    await world.call(`PATCH /player/toggle-status/${player._id}/deactivate`)
    const suspended = await transfer(world, request)
    await world.call(`DELETE /player/${player._id}`)
    const deleted = await transfer(world, request)
    for (const again of [mistyped, suspended, deleted]) {
      const { transactionId, senderWallet, receiverWallet } = first.body.data
      expect(again.body.data).toMatchObject({ transactionId, senderWallet, receiverWallet })
      expect([again.headers.get('idempotent-replayed'), outcomeHeader(again)]).toEqual(['true', 'booked'])
    }
    expect(deleted.body.data.players).toEqual([])
  })

  it('reports with a rejection whether it is final for the key', async () => {
    const { player, request } = await makeCall()
    const mistyped = await transfer(world, { ...request, password: 'mistyped' })
    expect([mistyped.status, outcomeHeader(mistyped)]).toEqual([400, null])
    expect(outcomeHeader(await transfer(world, request))).toBe('booked')
    expect(await balanceOf(world, player._id)).toBe(5)
    const forbidden = await transfer(world, { ...request, as: world.superadmin, role: 'master', key: 'elsewhere' })
    expect([forbidden.status, outcomeHeader(forbidden)]).toEqual([404, null])
    const poor = await transfer(world, { ...request, key: 'too-much', points: 100_000 })
    expect([poor.status, outcomeHeader(poor)]).toEqual([400, 'refused'])
    const reused = await transfer(world, { ...request, key: 'too-much', points: 1 })
    expect([reused.status, outcomeHeader(reused)]).toEqual([422, 'refused'])
    const outcome = await world.call('GET /credit/outcome?key=too-much', { as: request.as })
    expect(outcome.body.data.outcome).toBe('refused')
  })

  it('replays an adjustment with its original response', async () => {
    const { player, as, request } = await makeCall()
    await transfer(world, request)
    const adjust = (password: string) =>
      world.call('POST /player/credit-adjust', {
        as,
        headers: { 'idempotency-key': `adjust-${player._id}` },
        body: { toUserId: player._id, adjustAmount: 2, password },
      })
    const first = await adjust(testPassword)
    const again = await adjust('mistyped')
    expect(first.body.data.receiver.walletBalance).toBe(3)
    expect(again.body).toEqual(first.body)
    expect(await balanceOf(world, player._id)).toBe(3)
  })

  it('reports the outcome of a transfer to its actor only', async () => {
    const { as, request } = await makeCall()
    const { transactionId } = (await transfer(world, request)).body.data
    const outcomeOf = async (id: string, actor = as) =>
      (await world.call(`GET /credit/outcome/${id}`, { as: actor })).body.data
    expect(await outcomeOf(transactionId)).toEqual({ transferId: transactionId, outcome: 'booked' })
    expect(await outcomeOf(transactionId, world.superadmin)).toMatchObject({ outcome: 'unknown' })
    expect(await outcomeOf('nothing')).toMatchObject({ outcome: 'unknown' })

    const outcomeOfKey = async (key: string, actor = as) =>
      (await world.call(`GET /credit/outcome?key=${key}`, { as: actor })).body.data
    expect(await outcomeOfKey(request.key)).toEqual({ transferId: transactionId, outcome: 'booked' })
    expect(await outcomeOfKey(request.key, world.superadmin)).toMatchObject({ outcome: 'unknown' })
    expect((await world.call('GET /credit/outcome', { as })).status).toBe(400)
  })

  it('names the actor on a statement', async () => {
    const { player, as, request } = await makeCall()
    await transfer(world, { ...request, userId: chain.master._id, as })
    await transfer(world, request)
    const { body } = await world.call(`GET /ledger/${player._id}/statement`, { as })
    expect(body.data[0].by).toEqual({ accountId: as.accountId, username: as.username, role: 'admin' })
  })

  it('reports the outcome of a bet, a claim and a pool change by key, to the actor only', async () => {
    const { player, as: admin } = await makeCall()
    await fund(world, player, 10)
    const actor = await world.actorOf(player.username)
    const { accountId: id, username } = actor
    const by = { id, username, role: 'player' as const }
    const play = postingsFor({ adminId: chain.admin._id, gameId: 'outcomes' })
    const bet = play.stake(id, 500, { id: bookingIdOf(id, 'bet-1'), by })
    const poor = play.stake(id, 50_000, { id: bookingIdOf(id, 'bet-2'), by })
    const won = [[bet.id, 900]] as const
    const take = play.claim(id, won, { id: bookingIdOf(id, 'take-1'), by })
    const adminBy = { id: admin.accountId, username: admin.username, role: 'admin' as const }
    const added = { ...play.add(100), id: bookingIdOf(admin.accountId, 'add-1'), by: adminBy }
    await world.ledger.play([bet, poor, play.settle(won), take, added])
    const outcomeOf = async (key: string, as: Actor) =>
      (await world.call(`GET /credit/outcome?key=${key}`, { as })).body.data
    expect(await outcomeOf('bet-1', actor)).toEqual({ transferId: bet.id, outcome: 'booked' })
    expect(await outcomeOf('bet-2', actor)).toEqual({ transferId: poor.id, outcome: 'unknown' })
    expect(await outcomeOf('take-1', actor)).toEqual({ transferId: take.id, outcome: 'booked' })
    expect(await outcomeOf('add-1', admin)).toEqual({ transferId: added.id, outcome: 'booked' })
    expect(await outcomeOf('bet-1', admin)).toMatchObject({ outcome: 'unknown' })
  })

  it('rejects any other call under a used key and reports the outcome of the key', async () => {
    const { player, request } = await makeCall()
    await fund(world, player, 10)
    const { accountId: id, username } = await world.actorOf(player.username)
    const by = { id, username, role: 'player' as const }
    const play = postingsFor({ adminId: chain.admin._id, gameId: 'one-key' })
    const bookingOf = (actorId: string) => ({ id: bookingIdOf(actorId, request.key) })
    const bet = play.stake(id, 500, { ...bookingOf(id), by })
    const take = play.claim(id, [[bet.id, 900]], { ...bookingOf(id), by })
    expect(await world.ledger.play([bet, take])).toMatchObject([
      ...[{ outcome: 'booked' }, { reason: 'KEY_REUSED', verdict: 'booked' }],
    ])
    const { accountId, username: name } = request.as
    const added = {
      ...play.add(100),
      ...bookingOf(accountId),
      by: { id: accountId, username: name, role: 'admin' as const },
    }
    await transfer(world, request)
    expect(await world.ledger.play([added])).toMatchObject([{ reason: 'KEY_REUSED', verdict: 'booked' }])

    const key = `balance-${request.key}`
    await world.ledger.play([{ ...added, id: bookingIdOf(accountId, key) }])
    const reused = await transfer(world, { ...request, key })
    expect([reused.status, reused.body.reason, outcomeHeader(reused)]).toEqual([422, 'KEY_REUSED', 'booked'])
    expect(await balanceOf(world, player._id)).toBe(10)
  })
})
