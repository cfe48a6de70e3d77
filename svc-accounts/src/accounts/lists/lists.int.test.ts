import type { Actor } from '@cascade/service-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitForListFigures } from '../../testing/list-figures'
import { fund, makeAccount, makeChain, personFor } from '../../testing/make-accounts'
import { makeWorld } from '../../testing/world'

const world = await makeWorld()
const chain = await makeChain(world)
const names: string[] = []
beforeAll(async () => {
  for (let at = 1; at <= 11; at++) {
    const firstName = at === 5 ? 'Zoë' : `Player${String(at).padStart(2, '0')}`
    const commission = at / 100
    const made = await makeAccount(world, 'player', { refId: chain.master._id, firstName, commission, lastName: 'O.*' })
    names.push(made.username)
    if (at % 2 === 0) await fund(world, made, at)
  }
  await waitForListFigures(world)
})
afterAll(() => world.close())

type Row = { username: string; walletBalance: number }
const namesOf = (rows: Row[]) => rows.map(({ username }) => username)
const list = async (query: string, as?: Actor) => (await world.call(`GET /player/all${query}`, as ? { as } : {})).body

describe('a list', () => {
  it('returns everything, newest first, without parameters', async () => {
    const all = await list('')
    expect(namesOf(all.data)).toEqual([...names].reverse().concat(chain.player.username))
    expect(all.total).toBe(12)
    expect(await list('?id=forged&role=superadmin')).toEqual(all)
  })

  it('pages, and counts before paging', async () => {
    const page = await list('?page=2&size=5&sort=username')
    expect(page.total).toBe(12)
    expect(namesOf(page.data)).toEqual([chain.player.username, ...names].slice(5, 10))
    expect((await list('?page=1')).data).toHaveLength(10)
    expect((await list('?page=99&size=5')).data).toEqual([])
  })

  it.each(['username', 'uniqueId', 'firstName', 'lastName', 'email', 'phone', 'city', 'commission', 'userStatus'])(
    'sorts by %s in both directions',
    async sort => {
      const up = namesOf((await list(`?sort=${sort}&order=asc`)).data)
      const down = namesOf((await list(`?sort=${sort}&order=desc`)).data)
      expect(down).toEqual([...up].reverse())
    },
  )

  it('sorts by balance and by reference, over pages', async () => {
    const rich = await list('?sort=walletBalance&order=desc&page=1&size=3')
    expect(rich.data.map((row: Row) => row.walletBalance)).toEqual([10, 8, 6])
    expect(rich.total).toBe(12)
    expect((await list('?sort=refId')).data).toHaveLength(12)
  })

  it.each(['password', 'ancestry', '$where', '__proto__', 'constructor'])('is not sorted by %s', async sort => {
    expect((await world.call(`GET /player/all?sort=${sort}`)).status).toBe(400)
  })

  it('finds by a prefix of name, username or public id, and matches no pattern characters', async () => {
    expect(namesOf((await list('?q=ZO%C3%8B')).data)).toEqual([names[4]])
    expect(namesOf((await list('?q=o.*')).data)).toHaveLength(11)
    for (const q of ['.*', '^', '(a%2B)%2B', '$', '%5C']) expect((await list(`?q=${q}`)).total).toBe(0)
    expect((await list('?q=%20%20')).total).toBe(12)
    const master = await world.call(`GET /master/${chain.master._id}/children?q=player1&size=50&page=1`)
    expect(master.body.data.every((row: Row) => row.username.startsWith('player1'))).toBe(true)
  })

  it('shows exact usernames first, then prefixes, then the rest, on every page and in every order', async () => {
    const called = names[0] as string
    const likeIt = names.filter(name => name !== called && name.startsWith(called))
    const namesake = await makeAccount(world, 'player', { refId: chain.master._id, firstName: `${called} Rao` })
    const hits = namesOf((await list(`?q=${called.toUpperCase()}`)).data)
    expect(hits).toEqual([called, ...[...likeIt].reverse(), namesake.username])
    const pages = await Promise.all([1, 2].map(page => list(`?q=${called}&page=${page}&size=${hits.length - 1}`)))
    expect(pages.flatMap(page => namesOf(page.data))).toEqual(hits)
    expect(pages.map(page => page.total)).toEqual([hits.length, hits.length])
    for (const sort of ['username', 'walletBalance', 'createdAt']) {
      for (const order of ['asc', 'desc']) {
        expect(namesOf((await list(`?q=${called}&sort=${sort}&order=${order}`)).data)[0]).toBe(called)
      }
    }
    const found = await world.call(`GET /tree?q=${called}`)
    expect(found.body.data[0].username).toBe(called)
    expect((await world.call(`DELETE /player/${namesake._id}`)).status).toBe(200)
  })

  it('finds the children of an exact match, unless it is hidden from the searcher', async () => {
    const { master, areamanager, player } = chain
    expect((await list(`?q=${master.username}`)).total).toBe(12)
    expect((await list(`?q=${player.uniqueId}`)).data[0].username).toBe(player.username)
    expect((await world.call(`GET /master/all?q=${areamanager.username}`)).body.total).toBe(1)
    const above = `GET /admins/all?q=${world.superadmin.username}`
    expect((await world.call(above)).body.total).toBe(1)
    const as = await world.actorOf(chain.admin.username)
    expect((await world.call(above, { as })).body.total).toBe(0)
  })

  it('contains only the own account at the own level', async () => {
    const admin = await world.actorOf(chain.admin.username)
    const admins = await world.call('GET /admins/all', { as: admin })
    expect(namesOf(admins.body.data)).toEqual([chain.admin.username])
  })
})

describe('a filter', () => {
  it('selects accounts by status, parent, balance and creation', async () => {
    const other = await makeAccount(world, 'master', { refId: chain.areamanager._id })
    const moved = await makeAccount(world, 'player', { refId: other._id, userStatus: false })
    const totals = async (query: string) => (await list(query)).total
    expect(namesOf((await list('?status=deactive')).data)).toEqual([moved.username])
    expect(await totals('?status=active&page=1&size=3')).toBe(12)
    expect(namesOf((await list(`?parent=${other._id}`)).data)).toEqual([moved.username])
    expect(await totals('?parent=nobody')).toBe(0)
    const rich = await list('?balanceFrom=4&balanceTo=8.00&page=1&size=2')
    expect([rich.total, rich.data.map((row: Row) => row.walletBalance)]).toEqual([3, [8, 6]])
    expect(await totals('?balanceFrom=1&q=zo')).toBe(0)
    const { createdAt } = rich.data[0]
    expect(namesOf((await list(`?createdFrom=${createdAt}&createdTo=${createdAt}`)).data)).toEqual([
      rich.data[0].username,
    ])
    expect((await world.call(`DELETE /player/${moved._id}`)).status).toBe(200)
  })

  it('never matches a parent of another tree', async () => {
    const elsewhere = await makeChain(world)
    const as = await world.actorOf(elsewhere.admin.username)
    expect((await list(`?parent=${chain.master._id}`, as)).total).toBe(0)
    expect((await world.call(`GET /master/${chain.master._id}/children?parent=${chain.master._id}`)).status).toBe(400)
    expect((await world.call(`DELETE /player/${elsewhere.player._id}`)).status).toBe(200)
  })

  it('sums the balances of all its accounts, whichever page is read', async () => {
    expect(await list('?sums=true&page=1&size=2')).toMatchObject({ total: 12, balance: 30 })
    expect(await list('?sums=true&balanceFrom=8&sort=username')).toMatchObject({ total: 2, balance: 18 })
    expect((await list('?page=1')).balance).toBeUndefined()
  })

  it.each(['status=maybe', 'balanceFrom=1.234', 'balanceTo=', 'createdFrom=yesterday', 'sums=1', 'parent=$ne'])(
    'rejects %s',
    async query => expect((await world.call(`GET /player/all?${query}`)).status).toBe(400),
  )
})

describe('an idempotency key', () => {
  it('creates one account, however often it is sent, and returns the PIN once', async () => {
    const body = personFor('player', { refId: chain.master._id })
    const headers = { 'idempotency-key': 'create-once' }
    const send = () => world.call('POST /player/create', { body, headers })
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(answer => answer.body.data._id)).size).toBe(1)
    expect(answers.filter(answer => answer.body.data.pin !== undefined)).toHaveLength(1)
    const other = await world.call('POST /player/create', { body: { ...body, firstName: 'Other' }, headers })
    expect(other.status).toBe(422)
  })

  it('tells its own user which account it created, without the PIN', async () => {
    const as = await world.actorOf(chain.admin.username)
    const body = personFor('player', { refId: chain.master._id })
    const created = await world.call('POST /player/create', { as, body, headers: { 'idempotency-key': 'created' } })
    const made = async (key: string, by = as) => (await world.call(`GET /created?key=${key}`, { as: by })).body.data
    expect(await made('created')).toMatchObject({ _id: created.body.data._id, username: created.body.data.username })
    expect(await made('created')).not.toHaveProperty('pin')
    expect(await made('created', world.superadmin)).toBeNull()
    expect(await made('another')).toBeNull()
  })
})
