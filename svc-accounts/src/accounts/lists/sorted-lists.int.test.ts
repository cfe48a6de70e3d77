import type { Actor } from '@cascade/service-kit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Chain, makeAccount, makeChain } from '../../testing/make-accounts'
import { makeWorld, type World } from '../../testing/world'
import { ancestryBelow, searchKeysOf } from '../account'
import type { StoredAccount } from '../account-store'
import { newAccount, newUniqueId } from '../new-account'
import { compareKeys, keyOfStored } from './levels'

// Thousands of rows: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const count = 4_000
const day = 86_400_000
const start = Date.now() - 400 * day
let world: World
let chain: Chain
let admin: Actor
let everybody: StoredAccount[]

const accounts = () => world.db.collection<StoredAccount>('accounts')
const oneOf = <T>(values: readonly T[]) => values[Math.floor(Math.random() * values.length)] as T

/** Players whose fields nobody chose: some values are most accounts', some are one account's, some are missing. */
function crowdBelow(master: StoredAccount): StoredAccount[] {
  return Array.from({ length: count }, (_, at) => {
    const createdAt = new Date(start + Math.floor((at * 365 * day) / count))
    const hex = createdAt.getTime().toString(16).padStart(12, '0')
    const _id = world.deps.newId().replace(/^.{13}/, () => `${hex.slice(0, 8)}-${hex.slice(8)}`)
    const born = { _id, uniqueId: newUniqueId(), username: `crowd${at + 1}`, at: createdAt }
    const input = { firstName: oneOf(['Asha', 'Ravi', `N${at}`]), lastName: `Rao${at % 900}` }
    const account = newAccount('player', master, input, born)
    const own = {
      active: at % 40 !== 0,
      isLoggedIn: at % 500 === 0,
      lastLogin: at % 3 === 0 ? new Date(start + at * 1_000) : null,
      commissionBp: oneOf([0, 0, 250, at]),
      ...(at % 5 === 0 ? {} : { city: oneOf(['Pune', 'Pune', 'Agra', `Town ${at}`]) }),
      ...(at % 50 === 0 ? { email: `crowd${at % 700}@example.com`, phone: 7_000_000_000 + (at % 900) } : {}),
    }
    return { ...account, ancestry: ancestryBelow(master), ...searchKeysOf({ ...account, ...own }), ...own }
  })
}

beforeAll(async () => {
  world = await makeWorld()
  chain = await makeChain(world)
  admin = await world.actorOf(chain.admin.username)
  const master = await accounts().findOne({ _id: chain.master._id })
  if (!master) throw new Error('no master')
  await accounts().insertMany(crowdBelow(master))
  everybody = await accounts().find({ role: 'player', deleted: false }).toArray()
  const opened = everybody.filter(({ _id }) => _id !== chain.player._id)
  const wallets = opened.map(({ _id, createdAt }) => ({ walletId: _id, status: 'active' as const, at: createdAt }))
  await world.deps.transaction(tx => world.ledger.openWallets(wallets, tx))
  const filled = opened.map(({ _id }, place) => ({
    updateOne: { filter: { _id }, update: { $set: { balance: BigInt((place * 7) % 1_000) } } },
  }))
  await world.db.collection<{ _id: string }>('wallets').bulkWrite(filled)
})
afterAll(() => world.close())

const fields = {
  uniqueId: 'uniqueId',
  firstName: 'nameKey',
  lastName: 'lastNameKey',
  email: 'email',
  phone: 'phone',
  city: 'cityKey',
  commission: 'commissionBp',
  userStatus: 'active',
  isLoggedIn: 'isLoggedIn',
  lastLogin: 'lastLogin',
  createdAt: 'createdAt',
  username: 'usernameOrder',
} as const satisfies Record<string, keyof StoredAccount>
type Sort = keyof typeof fields
type Order = 'asc' | 'desc'

async function list(query: string, as: Actor = admin): Promise<{ ids: string[]; total: number }> {
  const { status, body } = await world.call(`GET /player/all?${query}`, { as })
  expect(status).toBe(200)
  return { ids: body.data.map(({ _id }: { _id: string }) => _id), total: body.total }
}

function sorted(rows: readonly StoredAccount[], sort: Sort, order: Order): string[] {
  const keyOf = (row: StoredAccount) => keyOfStored(row[fields[sort]])
  const up = [...rows].sort((a, b) => compareKeys(keyOf(a), keyOf(b)) || compareKeys(a._id, b._id))
  return (order === 'asc' ? up : up.reverse()).map(({ _id }) => _id)
}

const sorts = (Object.keys(fields) as Sort[]).flatMap(sort => (['asc', 'desc'] as const).map(by => [sort, by] as const))
const windows = [[1, 10] as const, [3, 333] as const, [40, 97] as const]
const at = (share: number) => new Date(start + share * 365 * day).toISOString()
const born = (from: number, to: number) => (row: StoredAccount) =>
  row.createdAt >= new Date(at(from)) && row.createdAt <= new Date(at(to))
const filters: [string, () => string, (row: StoredAccount) => boolean][] = [
  ['no filter', () => '', () => true],
  ['status=active', () => '&status=active', row => row.active],
  ['status=deactive', () => '&status=deactive', row => !row.active],
  ['a time', () => `&createdFrom=${at(0.2)}&createdTo=${at(0.7)}`, born(0.2, 0.7)],
  [
    'a short time and a status',
    () => `&createdFrom=${at(0.2)}&createdTo=${at(0.21)}&status=active`,
    row => born(0.2, 0.21)(row) && row.active,
  ],
  ['a parent', () => `&parent=${chain.master._id}`, () => true],
]

describe('a list of thousands', () => {
  async function showsAll(sort: Sort, order: Order, some: typeof filters) {
    for (const [name, query, isShown] of some) {
      const expected = sorted(everybody.filter(isShown), sort, order)
      for (const [page, size] of windows) {
        const { ids, total } = await list(`sort=${sort}&order=${order}&page=${page}&size=${size}${query()}`)
        const there = expected.slice((page - 1) * size, page * size)
        expect([name, page, total, ids]).toEqual([name, page, expected.length, there])
      }
    }
  }

  it.each(sorts)('by %s, %s, shows on each page what stands there', (sort, order) =>
    showsAll(sort, order, filters.slice(0, 2)),
  )

  it.each(['createdAt', 'username', 'city', 'userStatus'] as const)('by %s shows whatever a filter leaves', sort =>
    showsAll(sort, 'desc', filters.slice(2)),
  )

  it('shows the same to a superadmin and whole, and nobody to a stranger', async () => {
    const expected = sorted(everybody, 'city', 'desc')
    expect((await list('sort=city&order=desc', world.superadmin)).ids).toEqual(expected)
    const stranger = await world.actorOf((await makeAccount(world, 'admin')).username)
    expect(await list('sort=city&order=desc&page=1&size=10&status=active', stranger)).toEqual({ ids: [], total: 0 })
  })

  it('by balance and by reference looks through those that a filter leaves, the newest first', async () => {
    const active = everybody.filter(row => row.active)
    const balances = await world.ledger.balances(active.map(({ _id }) => _id))
    const balanceOf = ({ _id }: StoredAccount) => balances.get(_id) ?? 0n
    const byId = sorted(active, 'createdAt', 'asc')
    const rank = new Map(byId.map((id, place) => [id, place]))
    const byBalance = [...active].sort((a, b) => {
      const difference = Number(balanceOf(a) - balanceOf(b))
      return difference || Number(rank.get(a._id)) - Number(rank.get(b._id))
    })
    const rich = active.filter(row => balanceOf(row) >= 200n && balanceOf(row) <= 900n)
    for (const [query, expected] of [
      ['sort=walletBalance', byBalance.map(({ _id }) => _id)],
      ['sort=refId', byId],
      ['sort=allBelow', byId],
      ['sort=createdAt&balanceFrom=2&balanceTo=9', sorted(rich, 'createdAt', 'asc')],
      ['sort=city&balanceFrom=2&balanceTo=9', sorted(rich, 'city', 'asc')],
    ] as const) {
      const { ids, total } = await list(`${query}&order=asc&status=active&page=2&size=50`)
      expect([query, total, ids]).toEqual([query, expected.length, expected.slice(50, 100)])
    }
  })
})
