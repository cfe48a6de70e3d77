import { type AccountRole, can, toHundredths, toPoints, toSearchKey } from '@cascade/contracts'
import { type AccountListQuery, accountSortFields, readPermissionOf } from '@cascade/contracts/accounts'
import { type Actor, isInScope } from '@cascade/service-kit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newAccount, newUniqueId } from '../../lifecycle/new-account'
import { type Chain, makeTwoTrees, pathOf } from '../../testing/make-accounts'
import type { World } from '../../testing/world'
import type { Account } from '../account'
import { type StoredAccount, storedOf } from '../account-store'
import { type Level, levelFilter, orderOf, sortOf } from './filters'
import { storedSortFields } from './indexes'

vi.setConfig({ testTimeout: 300_000 })
const patience = { timeout: 30_000, interval: 100 }
const day = 86_400_000
const start = Date.now() - 400 * day
let world: World
let chain: Chain
let other: Chain
let actors: Actor[]
/** All accounts as they are stored, deleted ones too. */
let allAccounts: StoredAccount[]
const rows = () => world.db.collection<StoredAccount>('accounts')

/** The same accounts in each run, so that a failure can be repeated. */
let seed = 7
function below(limit: number): number {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % limit
}
const oneOf = <T>(...values: readonly T[]) => values[below(values.length)] as T

/** Accounts with shared, unique and missing field values. */
function accountsBelow(role: 'master' | 'player', parents: readonly Account[], count: number): StoredAccount[] {
  // The unique id of the second starts with the username of the first, which is the better match.
  const firstTwo = [['zo', newUniqueId()] as const, ['zoe', `ZO${role[0]}1AAAA`.toUpperCase()] as const]
  return Array.from({ length: count }, (_, at) => {
    const createdAt = new Date(start + at * day)
    const [stem, uniqueId] = firstTwo[at] ?? [oneOf('zoe', 'zo'), newUniqueId()]
    const identity = { _id: world.deps.newId(), uniqueId, username: `${stem}${role[0]}${at + 1}`, at: createdAt }
    const names = { firstName: oneOf('Asha', 'Zoë', `N${at}`), lastName: oneOf('Rao', 'zom1', `Iyer${at}`) }
    const account = newAccount(role, oneOf(...parents), names, identity)
    const own = {
      active: below(4) > 0,
      deleted: at > 1 && below(15) === 0,
      isLoggedIn: below(9) === 0,
      lastLogin: below(3) === 0 ? new Date(start + below(1_000) * 1_000) : null,
      commissionBp: oneOf(0, 0, 250, below(500)),
      ...(below(4) === 0 ? {} : { city: oneOf('Pune', 'Agra', `Town ${below(50)}`) }),
      ...(below(2) === 0 ? { email: `crowd${below(99)}@example.com`, phone: 7_000_000_000 + below(99) } : {}),
    }
    const points = BigInt(below(20) * 50)
    return {
      ...storedOf({ ...account, ...own }),
      points,
      branchPoints: points + BigInt(below(3) * 100),
      below: below(5),
    }
  })
}

beforeAll(async () => {
  const made = await makeTwoTrees()
  ;({ world, chain, other } = made)
  const live = await rows().countDocuments({ deleted: false })
  // From here on no event changes a figure.
  await vi.waitFor(async () => {
    const top = await rows().findOne({ _id: world.superadmin.accountId })
    expect([top?.below, (await world.deps.subtreeTotals.checkpoint())?.filledTo]).toEqual([live - 1, null])
  }, patience)
  const areas = await rows().find({ role: 'areamanager' }).toArray()
  const [mine] = areas.filter(({ _id }) => _id === chain.areamanager._id)
  const masters = accountsBelow('master', [...areas, ...(mine ? [mine, mine] : [])], 30)
  await rows().insertMany([...masters, ...accountsBelow('player', masters, 300)])
  const names = [chain.admin, chain.superareamanager, chain.areamanager, chain.master, other.admin]
  actors = [world.superadmin, ...(await Promise.all(names.map(({ username }) => world.actorOf(username))))]
  allAccounts = await rows().find().toArray()
})
afterAll(() => world.close())

type Query = { [Name in keyof AccountListQuery]: string | undefined }

/** Rank of an account among the matches of a search; undefined without a match. */
function rankOf(account: StoredAccount, level: Level, text: string): number | undefined {
  if (text === '') return 0
  const isExact = (one: StoredAccount) => one.usernameKey === text || one.uniqueId === text.toUpperCase()
  if (isExact(account)) return 0
  if (account.usernameKey.startsWith(text) || account.uniqueId.toLowerCase().startsWith(text)) return 1
  const isNamed = account.nameKey.startsWith(text) || account.lastNameKey.startsWith(text)
  const parent = allAccounts.find(({ _id }) => _id === account.parentId)
  const isBelow = parent && 'scope' in level && isExact(parent) && !parent.deleted && isInScope(level.scope, parent)
  return isNamed || isBelow ? 2 : undefined
}

function compare(a: unknown, b: unknown): number {
  const isMissing = (value: unknown) => value === undefined || value === null
  if (isMissing(a) || isMissing(b)) return Number(isMissing(b)) - Number(isMissing(a)) || 0
  if (typeof a === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b as string))
  return (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0
}

/** The list in the fewest words. */
function expected(level: Level, query: Query) {
  const isListed = (account: StoredAccount) =>
    !account.deleted &&
    account.role === level.role &&
    ('scope' in level ? isInScope(level.scope, account) : account.parentId === level.parentId) &&
    (query.status === undefined || account.active === (query.status === 'active')) &&
    (query.parent === undefined || account.parentId === query.parent) &&
    (query.createdFrom === undefined || account.createdAt >= new Date(query.createdFrom)) &&
    (query.createdTo === undefined || account.createdAt <= new Date(query.createdTo)) &&
    (query.balanceFrom === undefined || account.points >= toHundredths(Number(query.balanceFrom))) &&
    (query.balanceTo === undefined || account.points <= toHundredths(Number(query.balanceTo)))
  const text = toSearchKey(query.q ?? '')
  const hits = allAccounts.filter(isListed).flatMap(account => {
    const rank = rankOf(account, level, text)
    return rank === undefined ? [] : [{ account, rank }]
  })
  const stored = storedSortFields[(query.sort as (typeof accountSortFields)[number]) ?? 'createdAt']
  const field = stored === '_id' && (query.createdFrom ?? query.createdTo) !== undefined ? 'createdAt' : stored
  const isAscending = query.order === undefined ? query.sort !== undefined : query.order === 'asc'
  const byField = (a: StoredAccount, b: StoredAccount) => compare(a[field], b[field]) || compare(a._id, b._id)
  hits.sort((a, b) => a.rank - b.rank || (isAscending ? 1 : -1) * byField(a.account, b.account))
  const [page, size] = [Number(query.page), Number(query.size)]
  return {
    ids: hits.slice((page - 1) * size, page * size).map(({ account }) => account._id),
    total: hits.length,
    balance: toPoints(hits.reduce((sum, { account }) => sum + account.points, 0n)),
  }
}

const text = fc.oneof(
  fc.constantFrom('zo', 'zoe', 'zom', 'zop1', 'zom1', 'ZOËM1', 'a', 'nobody', 'rao', 'o'),
  fc.record({
    at: fc.nat(999),
    key: fc.constantFrom('username', 'uniqueId', 'lastName'),
    length: fc.integer({ min: 1, max: 9 }),
  }),
)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })
/** Each condition leaves few accounts: most lists have one or none. */
const rarely = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
const moment = fc.integer({ min: 0, max: 300 }).map(days => new Date(start + days * day).toISOString())
const points = fc.integer({ min: 0, max: 20 }).map(halves => String(halves / 2))
const requests = fc.record({
  actor: fc.nat(5),
  place: fc.constantFrom('players', 'masters', 'own level', 'children'),
  sort: maybe(fc.constantFrom(...accountSortFields)),
  order: maybe(fc.constantFrom('asc' as const, 'desc' as const)),
  page: fc.integer({ min: 1, max: 4 }),
  size: fc.constantFrom(1, 7, 25, 400),
  text: rarely(text),
  status: rarely(fc.constantFrom('active' as const, 'deactive' as const)),
  parent: rarely(fc.nat(999)),
  createdFrom: rarely(moment),
  createdTo: rarely(moment),
  balanceFrom: rarely(points),
  balanceTo: rarely(points),
})
type Request = typeof requests extends fc.Arbitrary<infer T> ? T : never

function textOf(choice: Request['text']): string | undefined {
  if (choice === undefined || typeof choice === 'string') return choice
  const account = allAccounts[choice.at % allAccounts.length]
  return String(account?.[choice.key as 'username']).slice(0, choice.length)
}

/** A request, and its parameters for the naive list. */
function callOf({ actor: at, place, text: choice, parent, ...rest }: Request) {
  const actor = actors[at] as Actor
  const masters = allAccounts.filter(({ role }) => role === 'master')
  const isChildren = place === 'children'
  const master = masters[(parent ?? rest.page) % masters.length] as StoredAccount
  const role = place === 'masters' ? 'master' : place === 'own level' ? (actor.role as AccountRole) : 'player'
  const level: Level = isChildren ? { role, parentId: master._id } : { role, scope: actor }
  const set = Object.entries({
    ...rest,
    q: textOf(choice),
    parent: parent === undefined || isChildren ? undefined : master._id,
    sums: 'true',
  }).filter(([, value]) => value !== undefined)
  const query = Object.fromEntries(set.map(([name, value]) => [name, String(value)])) as Query
  const path = isChildren ? `/master/${master._id}/children` : `/${pathOf(role)}/all`
  const isFound = !isChildren || (!master.deleted && isInScope(actor, master))
  const status = can(actor.role, readPermissionOf(role)) ? (isFound ? 200 : 404) : 403
  return { actor, level, query, status, line: `GET ${path}?${new URLSearchParams(query as Record<string, string>)}` }
}

describe('the directory', () => {
  it('returns the same list as a filter over all accounts', async () => {
    await fc.assert(
      fc.asyncProperty(requests, async request => {
        const { actor, level, query, line, ...call } = callOf(request)
        const { status, body } = await world.call(line, { as: actor })
        expect([line, status]).toEqual([line, call.status])
        if (status !== 200) return
        const found = {
          ids: body.data?.map(({ _id }: { _id: string }) => _id),
          total: body.total,
          balance: body.balance,
        }
        expect({ line, ...found }).toEqual({ line, ...expected(level, query) })
      }),
      { numRuns: Number(process.env.FC_RUNS ?? 120) },
    )
  })

  it('finds the first accounts in scope by username and unique id, like a filter over all accounts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(5), text, async (at, choice) => {
        const actor = actors[at] as Actor
        const key = toSearchKey(textOf(choice) ?? '')
        const isExact = (one: StoredAccount) => one.usernameKey === key || one.uniqueId === key.toUpperCase()
        const hits = allAccounts
          .filter(one => !one.deleted && isInScope(actor, one))
          .filter(one => one.usernameKey.startsWith(key) || one.uniqueId.toLowerCase().startsWith(key))
          .sort((a, b) => Number(isExact(b)) - Number(isExact(a)) || compare(a.usernameOrder, b.usernameOrder))
        const { body } = await world.call(`GET /tree?q=${encodeURIComponent(textOf(choice) ?? '')}`, { as: actor })
        const names = body.data.map(({ username }: { username: string }) => username)
        expect([key, names]).toEqual([key, hits.slice(0, 20).map(({ username }) => username)])
      }),
      { numRuns: 30 },
    )
  })
})

describe('the indexes', () => {
  /** The stages of the plan that the server chose. */
  async function planOf(level: Level, query: AccountListQuery): Promise<string[]> {
    const found = rows()
      .find(levelFilter(level, query))
      .sort(sortOf(orderOf(query)))
      .limit(10)
    const { queryPlanner } = await found.explain('queryPlanner')
    const plan = JSON.stringify(queryPlanner.winningPlan, (_, value) => (typeof value === 'bigint' ? '' : value))
    return [...plan.matchAll(/"stage":"(\w+)"/g)].map(([, stage]) => String(stage))
  }
  const orders = accountSortFields.flatMap(sort => (['asc', 'desc'] as const).map(order => ({ sort, order })))

  it.each(orders)('serve the order by $sort, $order, for a superadmin and for a large admin', async query => {
    for (const scope of [world.superadmin, actors[1] as Actor]) {
      const stages = await planOf({ role: 'player', scope }, query)
      expect(stages).toContain('IXSCAN')
      expect(stages).not.toContain('SORT')
    }
  })

  it.each([
    ['who is active', { status: 'active' }],
    ['who is suspended', { status: 'deactive' }],
    ['who was made since then', { createdFrom: new Date(start + 50 * day).toISOString() }],
    ['who has points, the poorest first', { balanceFrom: 1, sort: 'walletBalance' }],
    ['who has points', { balanceFrom: 1 }],
  ] satisfies [string, AccountListQuery][])('answer %s without a sort in memory', async (_, query) => {
    for (const scope of [world.superadmin, actors[1] as Actor]) {
      const stages = await planOf({ role: 'player', scope }, query)
      expect(stages).toContain('IXSCAN')
      expect(stages).not.toContain('SORT')
    }
  })

  it('serve the order of the children of one account', async () => {
    const parentId = String(allAccounts.findLast(({ role }) => role === 'player')?.parentId)
    const stages = await planOf({ role: 'player', parentId }, {})
    expect(stages).toContain('IXSCAN')
    expect(stages).not.toContain('SORT')
  })
})
