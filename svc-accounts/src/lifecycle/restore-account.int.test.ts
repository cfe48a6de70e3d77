import type { Account } from '@cascade/contracts/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountTexts } from '../accounts/texts'
import { postingsFor } from '../ledger/testing/play-requests'
import { balanceOf, type Chain, fund, type Made, makeAccount, makeChain } from '../testing/make-accounts'
import { makeWorld, type World } from '../testing/world'

let world: World
let chain: Chain
let other: Chain
beforeAll(async () => {
  const openPlay = async () => ({ tickets: { count: 0, stake: '0' }, wins: '0', owed: '0' })
  world = await makeWorld({ openPlay })
  chain = await makeChain(world)
  other = await makeChain(world)
})
afterAll(async () => {
  expect(await world.ledgerFaults()).toEqual([])
  await world.close()
})

const adminOf = ({ admin }: Chain) => world.actorOf(admin.username)
const as = async (of: Chain) => ({ as: await adminOf(of) })
const newPlayer = (more: object = {}) => makeAccount(world, 'player', { refId: chain.master._id, ...more })
const remove = async ({ _id, role }: Made) => world.call(`DELETE /${role}/${_id}`, await as(chain))
const restore = async ({ _id, role }: Made, of = chain) =>
  world.call(`POST /${role}/restore/${_id}`, { ...(await as(of)), body: {} })
const find = async (query: string, of = chain) =>
  (await world.call(`GET /player/all?page=1&size=50${query}`, await as(of))).body.data as Account[]
const idsIn = async (query: string, of = chain) => (await find(query, of)).map(({ _id }) => _id)

describe('a deleted account', () => {
  it('is in the list of deleted ones with date and actor, and readable for those above only', async () => {
    const player = await newPlayer()
    await fund(world, player, 10)
    await remove(player)
    const [row] = (await find('&deleted=true')).filter(({ _id }) => _id === player._id)
    expect(row).toMatchObject({ walletBalance: 0, deletion: { by: { username: chain.admin.username } } })
    expect(Date.parse(row!.deletion!.restorableUntil) - Date.parse(row!.deletion!.at)).toBe(30 * 86_400_000)
    expect([await idsIn(''), await idsIn('&deleted=true', other)].flat()).not.toContain(player._id)
    const paths = [
      `/player/${player._id}?deleted=true`,
      `/fetchUserById?id=${player._id}&deleted=true`,
      `/ledger/${player._id}/statement`,
      `/account-history/${player._id}`,
    ]
    for (const path of paths) {
      expect((await world.call(`GET ${path}`, await as(chain))).status, path).toBe(200)
      expect((await world.call(`GET ${path}`, await as(other))).status, path).toBe(404)
    }
    const { body } = await world.call(`GET /ledger/${player._id}/statement`, await as(chain))
    expect(body.data.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount])).toEqual([
      ['return', -10],
      ['transfer', 10],
    ])
    expect((await world.call(`GET /player/${player._id}`, await as(chain))).status).toBe(404)
  })
})

describe('the restoration of an account', () => {
  it('gives it its name and password back, an open wallet without its former balance, and its history', async () => {
    const player = await newPlayer()
    await fund(world, player, 10)
    await remove(player)
    const parentHas = await balanceOf(world, chain.master._id)
    const { status, body } = await restore(player)
    expect([status, body.data]).toMatchObject([200, { username: player.username, walletBalance: 0 }])
    expect(body.data.deletion).toBeUndefined()
    expect(await balanceOf(world, chain.master._id)).toBe(parentHas)
    expect((await world.login(player.username)).status).toBe(200)
    expect(await idsIn('')).toContain(player._id)
    const history = await world.call(`GET /account-history/${player._id}`, await as(chain))
    expect(history.body.data.map(({ kind }: { kind: string }) => kind)).toEqual(['restored', 'deleted', 'created'])
    const rows = world.db.collection('account_history').find({ _id: { $regex: `^${player._id}` } as never })
    expect((await rows.toArray()).filter(({ deletedAt }) => deletedAt)).toEqual([])
    expect((await restore(player)).body).toMatchObject({ code: 'CONFLICT', message: accountTexts.notDeleted })
    await fund(world, player, 25)
    await remove(player)
    expect(await balanceOf(world, chain.master._id)).toBe(parentHas + 25)
    expect((await restore(player)).status).toBe(200)
    expect((await world.call(`GET /master/${chain.master._id}/children`)).body.total).toBeGreaterThan(0)
  })

  it('lets wins go to the account again; those that came in between stay with the heir', async () => {
    const player = await newPlayer()
    await fund(world, player, 100)
    const play = postingsFor({ adminId: chain.admin._id, gameId: 'g' })
    const [first, second] = [play.stake(player._id, 1_000), play.stake(player._id, 1_000)]
    await world.ledger.play([first, second])
    const pay = (ticketId: string) => {
      const won = [[ticketId, 500]] as const
      return world.ledger.play([play.settle(won, 2), play.claim(player._id, won)])
    }
    await remove(player)
    const parentHad = await balanceOf(world, chain.master._id)
    await pay(first.id)
    expect(await balanceOf(world, chain.master._id)).toBe(parentHad + 5)
    await restore(player)
    await pay(second.id)
    expect([await balanceOf(world, player._id), await balanceOf(world, chain.master._id)]).toEqual([5, parentHad + 5])
  })

  it('leaves out the contacts that others use now, and says so', async () => {
    const contact = { email: 'asha@example.com', phone: 9_876_543_210 }
    const player = await newPlayer(contact)
    await remove(player)
    await newPlayer({ email: contact.email })
    const { body } = await restore(player)
    expect(body.message).toBe(`${player.username} is restored. Its email is used by others and was left out.`)
    expect([body.data.email, body.data.phone]).toEqual([undefined, contact.phone])
  })

  it('is rejected for a former admin of a moved parent', async () => {
    const master = await makeAccount(world, 'master', { refId: chain.areamanager._id })
    const player = await newPlayer({ refId: master._id })
    await remove(player)
    await world.call(`PUT /master/${master._id}`, { body: { refId: other.areamanager._id } })
    expect((await restore(player)).status).toBe(404)
    expect((await world.call(`POST /player/restore/${player._id}`, { body: {} })).status).toBe(200)
    expect(await idsIn('', other)).toContain(player._id)
  })

  it('of an admin includes its gift, loan and otc accounts', async () => {
    const admin = await makeAccount(world, 'admin')
    await world.call(`DELETE /admins/${admin._id}`)
    expect((await world.call(`POST /admins/restore/${admin._id}`, { body: {} })).status).toBe(200)
    const gifts = await world.call('GET /gift/all', { as: await world.actorOf(admin.username) })
    expect(gifts.body.data).toMatchObject([{ refId: { _id: admin._id } }])
  })

  it('is rejected outside of the subtree, below a deleted account, and after 30 days', async () => {
    const master = await makeAccount(world, 'master', { refId: chain.areamanager._id })
    const player = await newPlayer({ refId: master._id })
    await remove(player)
    await remove(master)
    expect((await restore(player, other)).status).toBe(404)
    expect((await restore(player)).body).toMatchObject({ code: 'CONFLICT', message: accountTexts.parentDeleted })
    expect((await restore(master)).status).toBe(200)
    const accounts = world.db.collection<{ _id: string }>('accounts')
    await accounts.updateOne({ _id: player._id }, { $set: { deletedAt: new Date(Date.now() - 31 * 86_400_000) } })
    expect((await restore(player)).body).toMatchObject({ code: 'CONFLICT', message: accountTexts.restoreTooLate })
  })
})
