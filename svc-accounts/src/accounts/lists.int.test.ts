import type { Actor } from '@cascade/service-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Chain, fund, makeAccount, makeChain, personFor } from '../testing/make-accounts'
import { makeWorld, type World } from '../testing/world'

let world: World
let chain: Chain
let names: string[]
beforeAll(async () => {
  world = await makeWorld()
  chain = await makeChain(world)
  names = []
  for (let at = 1; at <= 11; at++) {
    const firstName = at === 5 ? 'Zoë' : `Player${String(at).padStart(2, '0')}`
    const commission = at / 100
    const made = await makeAccount(world, 'player', { refId: chain.master._id, firstName, commission, lastName: 'O.*' })
    names.push(made.username)
    if (at % 2 === 0) await fund(world, made, at)
  }
})
afterAll(() => world.close())

type Row = { username: string; walletBalance: number }
const namesOf = (rows: Row[]) => rows.map(({ username }) => username)
const list = async (query: string, as?: Actor) => (await world.call(`GET /player/all${query}`, as ? { as } : {})).body

describe('a list', () => {
  it('answers everything, newest first, when nothing is asked for', async () => {
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

  it('finds by the beginning of name, username or public id; text is text', async () => {
    expect(namesOf((await list('?q=ZO%C3%8B')).data)).toEqual([names[4]])
    expect(namesOf((await list('?q=o.*')).data)).toHaveLength(11)
    for (const q of ['.*', '^', '(a%2B)%2B', '$', '%5C']) expect((await list(`?q=${q}`)).total).toBe(0)
    expect((await list('?q=%20%20')).total).toBe(12)
    const master = await world.call(`GET /master/${chain.master._id}/children?q=player1&size=50&page=1`)
    expect(master.body.data.every((row: Row) => row.username.startsWith('player1'))).toBe(true)
  })

  it('of the own level holds the own record only', async () => {
    const admin = await world.actorOf(chain.admin.username)
    const admins = await world.call('GET /admins/all', { as: admin })
    expect(namesOf(admins.body.data)).toEqual([chain.admin.username])
  })
})

describe('one key', () => {
  it('makes one account, however often it is sent, and tells the PIN once', async () => {
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
})
