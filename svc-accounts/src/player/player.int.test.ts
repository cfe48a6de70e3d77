import { afterAll, describe, expect, it } from 'vitest'
import { fund, makeChain, transfer } from '../testing/make-accounts'
import { makeWorld } from '../testing/world'

const open = { tickets: { count: 2, stake: '1500' }, wins: '250', owed: '5' }
const world = await makeWorld({ openPlay: async () => open })
const chain = await makeChain(world)
const admin = await world.actorOf(chain.admin.username)
await fund(world, chain.admin, 100)
for (const points of [10, 25]) {
  await transfer(world, { role: 'player', toUserId: chain.player._id, points, as: admin })
}
const player = await world.actorOf(chain.player.username)
afterAll(() => world.close())

describe('the profile of a player', () => {
  it('shows balance, open stakes, unclaimed wins and debts', async () => {
    const { body } = await world.call('GET /play/me', { as: player })
    expect(body.data).toEqual({
      _id: player.accountId,
      username: player.username,
      balance: 35,
      open: { tickets: 2, stake: 15 },
      unclaimed: 2.5,
      owed: 0.05,
      limits: expect.objectContaining({ usage: expect.objectContaining({ balance: 35, stakes: 0, loss: 0 }) }),
    })
  })
})

describe('the statement of a player', () => {
  it('lists the own entries newest first, paged and filtered by time', async () => {
    const { body } = await world.call('GET /play/statement', { as: player })
    expect(body).toMatchObject({
      total: 2,
      data: [
        { amount: 25, balance: 35 },
        { amount: 10, balance: 10 },
      ],
    })
    const older = await world.call('GET /play/statement?page=2&size=1', { as: player })
    expect(older.body).toMatchObject({ total: 2, data: [{ amount: 10 }] })
    const [newest, oldest] = body.data
    const until = await world.call(`GET /play/statement?to=${oldest.createdAt}`, { as: player })
    expect(until.body.data).toEqual([oldest])
    const since = await world.call(`GET /play/statement?from=${newest.createdAt}`, { as: player })
    expect(since.body.data).toEqual([newest])
  })

  it('cannot be read for another account or by another role', async () => {
    const named = await world.call(`GET /play/statement?id=${admin.accountId}&role=admin`, { as: player })
    expect(named.body.total).toBe(2)
    expect((await world.call(`GET /play/statement?accountId=${admin.accountId}`, { as: player })).status).toBe(400)
    for (const path of ['/play/statement', '/play/me'])
      expect((await world.call(`GET ${path}`, { as: admin })).status).toBe(403)
  })
})
