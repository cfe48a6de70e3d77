import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fund, makeAccount, makeTwoTrees, transfer } from '../testing/make-accounts'

const { world, chain, admin } = await makeTwoTrees()
await fund(world, chain.admin, 100)
await transfer(world, { role: 'player', toUserId: chain.player._id, points: 10, as: admin })
/** A moment when the player held 10; later it received 25 more, and another player was created. */
const then = (await world.call(`GET /ledger/${chain.player._id}/statement`)).body.data[0].createdAt
beforeAll(async () => {
  await transfer(world, { role: 'player', toUserId: chain.player._id, points: 25, as: admin })
  const late = await makeAccount(world, 'player', { refId: chain.master._id })
  await transfer(world, { role: 'player', toUserId: late._id, points: 5, as: admin })
})
afterAll(() => world.close())

const at = (path: string) => world.call(`GET ${path}${path.includes('?') ? '&' : '?'}asOf=${then}`, { as: admin })

describe('a past moment', () => {
  it('has lists with past balances, also of parents, and without subtree totals', async () => {
    const children = await at(`/master/${chain.master._id}/children`)
    expect(children.body).toMatchObject({ asOf: then, data: [{ walletBalance: 0 }, { walletBalance: 10 }] })
    const admins = await at('/superareamanager/all?page=1&size=10')
    expect(admins.body).toMatchObject({ asOf: then, data: [{ walletBalance: 0, refId: { walletBalance: 90 } }] })
    expect(admins.body.data[0].branch).toBeUndefined()
    expect((await world.call('GET /superareamanager/all', { as: admin })).body.data[0].refId.walletBalance).toBe(60)
  })

  it('applies to sorting, filters and sums', async () => {
    const sorted = await at('/player/all?sort=walletBalance&order=desc&page=1&size=10')
    expect(sorted.body.data.map((row: { walletBalance: number }) => row.walletBalance)).toEqual([10, 0])
    expect((await at('/player/all?balanceFrom=35')).body).toMatchObject({ total: 0, data: [] })
    expect((await at('/player/all?page=1&size=1&sums=true')).body.balance).toBe(10)
    const branches = await at('/master/all?sort=branchBalance')
    expect(branches.body).toMatchObject({
      code: 'VALIDATION',
      errors: { sort: expect.stringContaining('past moment') },
    })
  })

  it('applies to account details, tree and statement', async () => {
    expect((await at(`/player/${chain.player._id}`)).body).toMatchObject({ asOf: then, data: { walletBalance: 10 } })
    const tree = await at(`/tree/${chain.master._id}`)
    expect(tree.body.asOf).toBe(then)
    const points = tree.body.data.children.map((node: { walletBalance: number }) => node.walletBalance)
    expect(points.sort()).toEqual([0, 10])
    const statement = await at(`/ledger/${chain.player._id}/statement`)
    expect(statement.body).toMatchObject({ asOf: then, total: 1, data: [{ amount: 10, balance: 10 }] })
    const earlier = await at(`/ledger/${chain.player._id}/statement?endDate=2020-01-01T00:00:00.000Z`)
    expect(earlier.body.total).toBe(0)
  })

  it('is rejected if it is in the future, before 1970 or malformed', async () => {
    const paths = ['/player/all', `/player/${chain.player._id}`, `/tree/${chain.master._id}`]
    for (const path of [...paths, `/ledger/${chain.player._id}/statement`]) {
      for (const moment of ['2999-01-01T00:00:00.000Z', '0020-02-29T00:00:00.000Z', 'yesterday']) {
        const { status, body } = await world.call(`GET ${path}?asOf=${moment}`)
        expect([path, moment, status, Object.keys(body.errors)]).toEqual([path, moment, 400, ['asOf']])
      }
    }
  })
})
