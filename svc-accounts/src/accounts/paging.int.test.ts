import type { Actor } from '@cascade/service-kit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Chain, makeAccount, makeChain } from '../testing/make-accounts'
import { makeWorld, type World } from '../testing/world'
import { type StoredAccount, storedOf } from './account-store'
import { newAccount, newUniqueId } from './new-account'

// Thousands of rows: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const patience = { timeout: 90_000, interval: 500 }
const count = 1_200
let world: World
let chain: Chain
let admin: Actor
/** The players of the crowd as they are stored, in no order. */
let crowd: StoredAccount[]

const accounts = () => world.db.collection<StoredAccount>('accounts')

/** Players below the master, as old as if they had been made one by one over a day, in an order of their own. */
function playersBelow(master: StoredAccount, names: readonly string[]): StoredAccount[] {
  return names.map(username => {
    const _id = world.deps.newId().replace(/^.{13}/, () => idTime(Math.random()))
    const born = { _id, uniqueId: newUniqueId(), username, at: new Date() }
    const account = newAccount('player', master, { firstName: 'Asha', lastName: `Rao ${username.slice(-1)}` }, born)
    return storedOf(account)
  })
}

/** The beginning of an id of the last day. */
function idTime(share: number): string {
  const hex = Math.floor(Date.now() - share * 86_400_000)
    .toString(16)
    .padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

beforeAll(async () => {
  world = await makeWorld()
  chain = await makeChain(world)
  admin = await world.actorOf(chain.admin.username)
  const master = await accounts().findOne({ _id: chain.master._id })
  if (!master) throw new Error('no master')
  crowd = playersBelow(
    master,
    Array.from({ length: count }, (_, at) => `crowd${at + 1}`),
  )
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
const orders = {
  createdAt: ({ _id }: StoredAccount) => _id,
  username: ({ usernameOrder }: StoredAccount) => usernameOrder,
}
function sorted(rows: readonly StoredAccount[], sort: keyof typeof orders, order: string): string[] {
  const key = orders[sort]
  const up = [...rows].sort((a, b) => (key(a) < key(b) ? -1 : 1))
  return idsOf(order === 'asc' ? up : up.reverse())
}
/** Everybody whom the list shows: the crowd, and the player of the chain. */
const everybody = () => accounts().find({ role: 'player', deleted: false }).toArray()

const sorts = (['createdAt', 'username'] as const).flatMap(sort =>
  (['asc', 'desc'] as const).map(order => [sort, order] as const),
)

describe('a list of thousands', () => {
  it.each(sorts)('by %s, %s, shows on each page what stands there, wherever one looks', async (sort, order) => {
    const expected = sorted(await everybody(), sort, order)
    for (const [page, size] of [[1, 10] as const, [7, 133] as const, [1_190, 1] as const, [13, 97] as const]) {
      const { data, total } = await list(`sort=${sort}&order=${order}&page=${page}&size=${size}`)
      expect([total, idsOf(data)]).toEqual([count + 1, expected.slice((page - 1) * size, page * size)])
    }
    expect(idsOf((await list(`sort=${sort}&order=${order}`)).data)).toEqual(expected)
  })

  it('shows the same to a superadmin, and below the parent', async () => {
    const expected = sorted(await everybody(), 'username', 'desc')
    const query = 'sort=username&order=desc&page=6&size=123'
    expect(idsOf((await list(query, world.superadmin)).data)).toEqual(expected.slice(5 * 123, 6 * 123))
    const { body } = await world.call(`GET /master/${chain.master._id}/children?${query}`, { as: admin })
    expect([body.total, idsOf(body.data)]).toEqual([count + 1, expected.slice(5 * 123, 6 * 123)])
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
})

describe('a search in a list of thousands', () => {
  const called = (text: string) => crowd.filter(({ username }) => username.startsWith(text))

  it.each(['crowd', 'crowd1', 'crowd39', 'crowd1200'])('for %s finds all, once and in order', async text => {
    const size = Math.ceil(called(text).length / 4)
    for (const [sort, order] of sorts) {
      const hits = await Promise.all(
        [1, 2, 3, 4].map(page => list(`q=${text}&sort=${sort}&order=${order}&page=${page}&size=${size}`)),
      )
      const [exact, longer] = [true, false].map(is => called(text).filter(({ username }) => (username === text) === is))
      const expected = [...idsOf(exact ?? []), ...sorted(longer ?? [], sort, order)]
      expect(hits.flatMap(({ data }) => idsOf(data))).toEqual(expected)
      expect(hits.map(({ total }) => total)).toEqual(Array(4).fill(expected.length))
    }
  })

  it('finds by unique id and by name, and nobody elsewhere', async () => {
    const [one] = crowd as [StoredAccount]
    expect(idsOf((await list(`q=${one.uniqueId.toLowerCase()}`)).data)).toEqual([one._id])
    expect((await list('q=Rao%207&page=1&size=1')).total).toBe(
      called('crowd').filter(row => /7$/.test(row.username)).length,
    )
    const stranger = await world.actorOf((await makeAccount(world, 'admin')).username)
    for (const text of ['crowd', 'crowd7', one.uniqueId, 'Rao']) {
      expect(await list(`q=${text}&page=1&size=5`, stranger)).toMatchObject({ data: [], total: 0 })
      expect((await world.call(`GET /tree?q=${text}`, { as: stranger })).body.data).toEqual([])
    }
  })

  it.each(['cr', 'crowd', 'crowd1', 'crowd17'])('in the tree shows the first twenty that begin with %s', async text => {
    // The random public id of somebody above the crowd may begin with it too.
    const all = await accounts()
      .find({ role: { $ne: 'superadmin' } })
      .toArray()
    const found = all.filter(row => [row.username, row.uniqueId].some(name => name.toLowerCase().startsWith(text)))
    const exact = found.filter(({ username }) => username === text)
    const others = sorted(found, 'username', 'asc').filter(id => !idsOf(exact).includes(id))
    for (const as of [admin, world.superadmin]) {
      const { body } = await world.call(`GET /tree?q=${text}`, { as })
      expect(idsOf(body.data)).toEqual([...idsOf(exact), ...others].slice(0, 20))
    }
  })
})

it('after a move the lists of both admins are right, page by page', async () => {
  const next = await makeAccount(world, 'admin')
  const as = await world.actorOf(next.username)
  const moved = await world.call(`PUT /superareamanager/${chain.superareamanager._id}`, { body: { refId: next._id } })
  expect(moved.status).toBe(200)
  await expect.poll(() => world.db.collection('moves').countDocuments(), patience).toBe(0)
  expect((await list('page=1&size=10')).data).toEqual([])
  const expected = sorted(await everybody(), 'username', 'asc')
  const pages = await Promise.all([1, 2, 3].map(page => list(`sort=username&page=${page}&size=500`, as)))
  expect(pages.flatMap(({ data }) => idsOf(data))).toEqual(expected)
  expect(pages.map(({ total }) => total)).toEqual(Array(3).fill(expected.length))
  expect((await list('page=1&size=10')).total).toBe(0)
})
