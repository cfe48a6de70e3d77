import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newAccount } from '../../lifecycle/new-account'
import { makeChain } from '../../testing/make-accounts'
import { makeWorld } from '../../testing/world'
import { type StoredAccount, storedOf } from '../account-store'

const count = 10_050

/** As many players as no person would type, below one master. */
const world = await makeWorld()
const chain = await makeChain(world)
beforeAll(async () => {
  const accounts = world.db.collection<StoredAccount>('accounts')
  const master = await accounts.findOne({ _id: chain.master._id })
  if (!master) throw new Error('no master')
  const rows = Array.from({ length: count - 1 }, (_, at) => {
    const born = { _id: world.deps.newId(), uniqueId: `u${at}`, username: `crowd${at}`, at: new Date() }
    const account = newAccount('player', master, { firstName: 'Asha', lastName: 'Rao' }, born)
    return storedOf(account)
  })
  await accounts.insertMany(rows)
})
afterAll(() => world.close())

const children = () => `/master/${chain.master._id}/children`

describe('a list of more than ten thousand accounts', () => {
  it.each([
    ['of a level', () => 'GET /player/all'],
    ['of a level, by balance', () => 'GET /player/all?sort=walletBalance'],
    ['below one parent', () => `GET ${children()}?sort=username`],
  ])('returns the first ten thousand and the total: %s', async (_, line) => {
    const { status, body } = await world.call(line())
    expect([status, body.data.length, body.total]).toEqual([200, 10_000, count])
  })

  it('filters and sums all of them by balance', async () => {
    const { body } = await world.call('GET /player/all?balanceFrom=0&sums=true&page=1&size=1')
    expect([body.searched, body.total, body.balance]).toEqual([undefined, count, 0])
  })

  it('searches the newest ten thousand by a past balance, and returns no partial sum', async () => {
    const asOf = world.deps.now().toISOString()
    const { body } = await world.call(`GET /player/all?balanceFrom=0&sums=true&page=1&size=1&asOf=${asOf}`)
    expect([body.searched, body.total, body.balance]).toEqual([{ rows: 10_000, of: count }, count, undefined])
  })

  it('finds an exact username first, however many usernames start with it', async () => {
    const { body } = await world.call('GET /player/all?q=crowd1&page=1&size=3')
    expect(body.data[0].username).toBe('crowd1')
    const { body: hit } = await world.call('GET /player/all?q=crowd&page=401&size=25')
    expect(hit.total).toBe(count - 1)
  })

  it('is too long for a run', async () => {
    const body = { operation: 'suspend', role: 'player', filter: {}, count: 10_000 }
    expect((await world.call('POST /runs', { body })).body.code).toBe('UNPROCESSABLE')
  })

  it('is read to its end page by page', async () => {
    const { body } = await world.call('GET /player/all?page=11&size=1000')
    expect([body.data.length, body.total]).toEqual([count - 10_000, count])
  })

  it('is limited to ten thousand in the tree, too', async () => {
    const { body } = await world.call(`GET /tree/${chain.master._id}`)
    expect(body.data.children).toHaveLength(10_000)
  })
})
