import type { Actor } from '@cascade/service-kit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Chain, makeAccount, makeChain } from '../testing/make-accounts'
import { makeWorld, type World } from '../testing/world'
import { type StoredAccount, storedOf } from './account-store'
import { newAccount, newUniqueId } from './new-account'

// Many rows: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const patience = { timeout: 90_000, interval: 500 }
const count = 1_200
let world: World
let chain: Chain
let admin: Actor

const accounts = () => world.db.collection<StoredAccount>('accounts')

beforeAll(async () => {
  world = await makeWorld()
  chain = await makeChain(world)
  admin = await world.actorOf(chain.admin.username)
  const master = await accounts().findOne({ _id: chain.master._id })
  if (!master) throw new Error('no master')
  const crowd = Array.from({ length: count }, (_, at) => {
    const born = { _id: world.deps.newId(), uniqueId: newUniqueId(), username: `crowd${at + 1}`, at: new Date() }
    return storedOf(newAccount('player', master, { firstName: 'Asha', lastName: 'Rao' }, born))
  })
  await accounts().insertMany(crowd)
})
afterAll(() => world.close())

type Row = { _id: string; username: string }
const list = async (query: string, as: Actor = admin): Promise<{ data: Row[]; total: number }> => {
  const { status, body } = await world.call(`GET /player/all?${query}`, { as })
  expect(status).toBe(200)
  return body
}
const idsOf = (rows: readonly { _id: string }[]) => rows.map(({ _id }) => _id)
/** Everybody whom the list shows, the crowd and the player of the chain, in the order of a field. */
const sorted = async (field: '_id' | 'usernameOrder', direction: 1 | -1) => {
  const rows = await accounts().find({ role: 'player', deleted: false }).toArray()
  return idsOf(rows.sort((a, b) => direction * (a[field] < b[field] ? -1 : 1)))
}

describe('a long list', () => {
  it.each([
    ['createdAt', '_id', 'desc', -1],
    ['username', 'usernameOrder', 'asc', 1],
  ] as const)('by %s shows on each page what stands there', async (sort, field, order, direction) => {
    const expected = await sorted(field, direction)
    for (const [page, size] of [[1, 10] as const, [7, 133] as const, [1_190, 1] as const, [13, 97] as const]) {
      const { data, total } = await list(`sort=${sort}&order=${order}&page=${page}&size=${size}`)
      expect([total, idsOf(data)]).toEqual([count + 1, expected.slice((page - 1) * size, page * size)])
    }
    expect(idsOf((await list(`sort=${sort}&order=${order}`)).data)).toEqual(expected)
  })

  it('shows who is suspended, and no longer who is deleted', async () => {
    const names = async (query: string) => (await list(query)).data.map(({ username }) => username)
    const made = await makeAccount(world, 'player', { refId: chain.master._id })
    expect(await names('page=1&size=1')).toEqual([made.username])
    expect((await world.call(`PATCH /player/toggle-status/${made._id}/deactivate`)).status).toBe(200)
    expect(await names('page=1&size=1')).toEqual([made.username])
    expect(await names('status=deactive&page=1&size=5')).toEqual([made.username])
    expect((await world.call(`DELETE /player/${made._id}`)).status).toBe(200)
    expect(await names('page=1&size=1')).not.toEqual([made.username])
    expect(await names(`q=${made.username}`)).toEqual([])
  })

  it('after a move is right for both admins, page by page', async () => {
    const next = await makeAccount(world, 'admin')
    const as = await world.actorOf(next.username)
    const moved = await world.call(`PUT /superareamanager/${chain.superareamanager._id}`, { body: { refId: next._id } })
    expect(moved.status).toBe(200)
    await expect.poll(() => world.db.collection('moves').countDocuments(), patience).toBe(0)
    expect(await list('page=1&size=10')).toMatchObject({ data: [], total: 0 })
    const expected = await sorted('usernameOrder', 1)
    const pages = await Promise.all([1, 2, 3].map(page => list(`sort=username&page=${page}&size=500`, as)))
    expect(pages.flatMap(({ data }) => idsOf(data))).toEqual(expected)
    expect(pages.map(({ total }) => total)).toEqual(Array(3).fill(expected.length))
  })
})
