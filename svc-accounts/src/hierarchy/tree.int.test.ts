import { afterAll, describe, expect, it } from 'vitest'
import { postingsFor } from '../ledger/testing/play-requests'
import { fund, makeAccount, makeTwoTrees, transfer } from '../testing/make-accounts'
import { publishGames } from '../testing/publish-games'

const { world, chain, other, admin } = await makeTwoTrees()
await fund(world, chain.admin, 100)
afterAll(() => world.close())

describe('the tree', () => {
  it('returns one level at a time, with balances and child counts', async () => {
    const top = await world.call(`GET /tree/${chain.admin._id}`, { as: admin })
    expect(top.body.data.node).toMatchObject({
      _id: chain.admin._id,
      walletBalance: 100,
      children: 4,
      userStatus: true,
    })
    const roles = top.body.data.children.map((node: { role: string }) => node.role)
    expect(roles.sort()).toEqual(['gift', 'loan', 'otc', 'superareamanager'])
    const leaf = await world.call(`GET /tree/${chain.player._id}`)
    expect(leaf.body.data).toMatchObject({ node: { children: 0 }, children: [] })
    expect((await world.call(`GET /tree/${other.admin._id}`, { as: admin })).status).toBe(404)
  })

  it('finds accounts in scope by a prefix of username or public id, with their path', async () => {
    const mine = await world.call(`GET /tree?q=${chain.player.username.toUpperCase()}`, { as: admin })
    expect(mine.body.data).toHaveLength(1)
    const { admin: a, superareamanager: s, areamanager: am, master: m } = chain
    expect(mine.body.data[0].path).toEqual([a._id, s._id, am._id, m._id])
    expect(mine.body.data[0].names).toEqual([a.username, s.username, am.username, m.username])
    const byId = await world.call(`GET /tree?q=${chain.player.uniqueId.toLowerCase()}`)
    expect(byId.body.data[0]).toMatchObject({ _id: chain.player._id })
    expect(byId.body.data[0].path[0]).toBe(world.superadmin.accountId)
    const foreign = await world.call(`GET /tree?q=${other.player.username}`, { as: admin })
    expect(foreign.body.data.map((node: { _id: string }) => node._id)).not.toContain(other.player._id)
    for (const q of ['.*', '$ne', '(a%2B)%2B$']) {
      expect((await world.call(`GET /tree?q=${q}`, { as: admin })).body.data).toEqual([])
    }
    expect((await world.call('GET /tree?q=%00', { as: admin })).status).toBe(400)
  })
})

describe('counts', () => {
  it('include live descendants without the actor', async () => {
    const gone = await makeAccount(world, 'player', { refId: chain.master._id })
    await world.call(`DELETE /player/${gone._id}`)
    const own = await world.call('GET /counts/usercount?role=superadmin&id=forged&currentrole=x', { as: admin })
    expect(own.body).toEqual({
      success: true,
      count: 1,
      countAdmins: 0,
      countSuperDistributors: 1,
      countDistributors: 1,
      countRetailers: 1,
    })
    expect((await world.call('GET /counts/usercount')).body).toMatchObject({ count: 2, countAdmins: 2 })
  })
})

describe('the statement', () => {
  it('lists entries with the balance after each, newest first', async () => {
    for (const points of [10, 20]) {
      await transfer(world, { role: 'player', toUserId: chain.player._id, points, as: admin })
    }
    const path = `GET /ledger/${chain.player._id}/statement`
    const all = await world.call(path, { as: admin })
    expect(all.body.total).toBe(2)
    expect(all.body.data).toMatchObject([
      { kind: 'transfer', counterparty: admin.username, amount: 20, balance: 30, seq: 2 },
      { kind: 'transfer', counterparty: admin.username, amount: 10, balance: 10, seq: 1 },
    ])
    const page = await world.call(`${path}?page=2&size=1`, { as: admin })
    expect(page.body).toMatchObject({ total: 2, data: [{ seq: 1 }] })
    const later = await world.call(`${path}?startDate=2099-01-01T00:00:00.000Z`, { as: admin })
    expect(later.body.data).toEqual([])
    expect((await world.call(`GET /ledger/${other.player._id}/statement`, { as: admin })).status).toBe(404)
  })
})

describe('conservation', () => {
  it('is visible to the superadmin only', async () => {
    const answer = await world.call('GET /ledger/conservation')
    expect(answer.body.data).toMatchObject({ issued: 100, wallets: 100, pools: 0, difference: 0 })
    expect((await world.call('GET /ledger/conservation', { as: admin })).status).toBe(403)
  })
})

describe('a user', () => {
  it('is returned with the current balance to itself and to its ancestors', async () => {
    const own = await world.call(`GET /auth/userauth/${chain.admin._id}`, { as: admin })
    expect(own.body.user).toMatchObject({ username: admin.username, walletBalance: 70 })
    expect((await world.call(`GET /auth/userauth/${other.admin._id}`, { as: admin })).status).toBe(404)
    const fetched = await world.call(`GET /fetchUserById?id=${chain.player._id}`, { as: admin })
    expect(fetched.body.data).toMatchObject({ username: chain.player.username, refId: { _id: chain.master._id } })
    // Ancestors of the actor are hidden.
    expect((await world.call('GET /fetchUserById', { as: admin })).body.data.refId).toBeNull()
  })
})

describe('game entries in the statement', () => {
  it('name their game, and link stakes, wins and corrections to tickets and draws', async () => {
    const gameId = 'MNOQqWWi'
    await publishGames(world, { _id: 'g1', version: 1, gameId, gameName: 'Fun Target' })
    const play = postingsFor({ adminId: chain.admin._id, gameId })
    const stake = play.stake(chain.player._id, 500, { details: { draw: 'd1' } })
    const facts = { drawId: 'd1', reason: 'a misread wheel', from: '3', to: '9' }
    const operator = { id: 'o1', username: 'operator', role: 'admin' as const }
    await world.ledger.play([
      stake,
      play.settle([[stake.id, 700]]),
      play.claim(chain.player._id, [[stake.id, 700]]),
      play.settle([[stake.id, -200]], 2),
      play.recover(chain.player._id, [stake.id, 200], {
        by: operator,
        details: { ticket: stake.id, correction: facts },
      }),
    ])
    const { data } = (await world.call(`GET /ledger/${chain.player._id}/statement?page=1&size=3`, { as: admin })).body
    const { drawId, ...correction } = facts
    const cause = { gameId, ticketIds: [stake.id] }
    expect(data).toMatchObject([
      { kind: 'correction', ...cause, drawId, correction, by: { username: 'operator', role: 'admin' } },
      { kind: 'win', ...cause, counterparty: 'Fun Target', amount: 7 },
      { kind: 'stake', ...cause, drawId, counterparty: 'Fun Target', amount: -5, balance: 25 },
    ])
    expect(Object.keys(data[1])).not.toContain('drawId')
  })
})
