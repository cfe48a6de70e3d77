import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { balanceOf, fund, makeAccount, makeChain, pathOf, personFor, transfer } from '../testing/make-accounts'
import { makeWorld, testPassword, type World } from '../testing/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

describe('the life of an account', () => {
  it('starts with a generated name, a public id, a PIN told once and three credit accounts', async () => {
    const answer = await world.call('POST /admins/create', { body: personFor('admin', { commissionAmount: 2.5 }) })
    expect(answer.status).toBe(201)
    expect(answer.body.message).toBe('User created successfully!')
    const { data } = answer.body
    expect(data.username).toMatch(/^admin\d+$/)
    expect(data.uniqueId).toMatch(/^[A-Z2-9]{8}$/)
    expect(data.pin).toBeGreaterThan(99_999)
    expect(data).toMatchObject({ commission: 2.5, userStatus: true, note: 'add notes', walletBalance: 0, games: [] })
    expect(data.refId).toMatchObject({ _id: world.superadmin.accountId, username: 'superadmin' })
    const read = await world.call(`GET /admins/${data._id}`)
    expect(read.body.data.pin).toBeUndefined()
    expect(read.headers.get('etag')).toBe('"1"')
    for (const role of ['gift', 'loan', 'otc'] as const) {
      const list = await world.call(`GET /${pathOf(role)}/all`)
      expect(list.body.data.filter((row: { refId: { _id: string } }) => row.refId._id === data._id)).toHaveLength(1)
    }
  })

  it('moves credit down the whole chain and back', async () => {
    const chain = await makeChain(world)
    await fund(world, { ...chain.admin, role: 'admin' }, 100)
    const admin = await world.actorOf(chain.admin.username)
    const sent = await transfer(world, { role: 'player', toUserId: chain.player._id, points: 40.5, as: admin })
    expect(sent.status).toBe(200)
    expect(sent.body).toMatchObject({
      success: true,
      message: 'Credit transferred successfully.',
      data: { senderWallet: 59.5, receiverWallet: 40.5, players: [{ _id: chain.player._id, walletBalance: 40.5 }] },
    })
    const back = await world.call('POST /player/credit-adjust', {
      as: admin,
      body: { toUserId: chain.player._id, adjustAmount: 10, password: testPassword },
    })
    expect(back.body).toMatchObject({
      message: 'Credit adjustment successful.',
      data: { senderWallet: 69.5, receiverWallet: 30.5, receiver: { walletBalance: 30.5 } },
    })
    expect(await balanceOf(world, chain.player._id)).toBe(30.5)
    expect(await world.booksFaults()).toEqual([])
  })
})
