import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAccount, makeChain, personFor } from '../../testing/make-accounts'
import { makeWorld } from '../../testing/world'

const people = [
  { firstName: 'Zoran', lastName: 'Ek', city: 'Zagreb' },
  { firstName: 'Ægir', lastName: 'Thórsson', city: 'Århus' },
  { firstName: 'Ilıca', lastName: 'İnönü', city: 'Évora' },
  { firstName: 'Rene\u0301\u200b', lastName: 'Łuk', city: 'bergen' },
  { firstName: 'émile', lastName: 'O’Hara', city: 'Ðakovo' },
  { firstName: 'प्रिया', lastName: '山𠮷', city: 'Żary' },
]
const world = await makeWorld()
const chain = await makeChain(world)
beforeAll(async () => {
  for (const person of people) await makeAccount(world, 'player', { refId: chain.master._id, ...person })
})
afterAll(() => world.close())

type Row = { username: string; firstName: string; lastName: string; city: string }
async function list(query: Record<string, string>): Promise<Row[]> {
  const { status, body } = await world.call(`GET /player/all?${new URLSearchParams(query)}`)
  expect(status).toBe(200)
  return (body.data as Row[]).filter(({ username }) => username !== chain.player.username)
}
const create = (fields: object) => {
  const body = personFor('player', { refId: chain.master._id, ...fields })
  return world.call('POST /player/create', { body })
}

describe('a list of accounts', () => {
  it.each([
    ['aegir', 'Thórsson'],
    ['THORSSON', 'Thórsson'],
    ['ilica', 'İnönü'],
    ['inonu', 'İnönü'],
    ['I\u0307no\u0308nu\u0308', 'İnönü'],
    ['rené luk', 'Łuk'],
    ["o'hara", 'O’Hara'],
    ['Émile\u00a0O\u02bcHa', 'O’Hara'],
    ['प्रि', '山𠮷'],
    ['山', '山𠮷'],
  ])('finds %j in any spelling', async (q, lastName) => {
    expect((await list({ q })).map(row => row.lastName)).toEqual([lastName])
  })

  it('finds a username copied with invisible characters', async () => {
    const copied = `\u2066 ${chain.player.username.toUpperCase()}\u200b\u2069`
    const { body } = await world.call(`GET /player/all?${new URLSearchParams({ q: copied })}`)
    expect(body.data.map((row: Row) => row.username)).toEqual([chain.player.username])
  })

  it('sorts names and cities alphabetically, ignoring accents and case', async () => {
    const names = (await list({ sort: 'firstName' })).map(row => row.firstName)
    expect(names).toEqual(['Ægir', 'émile', 'Ilıca', 'René', 'Zoran', 'प्रिया'])
    const cities = (await list({ sort: 'city' })).map(row => row.city)
    expect(cities).toEqual(['Århus', 'bergen', 'Ðakovo', 'Évora', 'Zagreb', 'Żary'])
  })
})

describe('a new account', () => {
  it.each([{ firstName: 'ro\u202eot' }, { lastName: '\u2067admin' }, { address: 'Lane \u2066 4' }])(
    'is rejected with a bidirectional control character in %j',
    async fields => {
      const { status, body } = await create(fields)
      expect([status, body.message]).toEqual([400, expect.stringMatching(/hidden characters/)])
    },
  )

  it.each([{ firstName: '\u3164\u2800' }, { lastName: '…' }])(
    'is rejected without a visible letter or digit: %j',
    async fields => {
      const { status, body } = await create(fields)
      expect([status, body.message]).toEqual([400, 'At least one letter or digit is needed'])
    },
  )

  it.each(['"authUser":"a\\ud83d"', '"authUser":[{"\\uDC00":1}]', '"password":"long-enough\\udfff\\ud800"'])(
    'is rejected with an unpaired surrogate: %s',
    async field => {
      const whole = JSON.stringify(personFor('player', { refId: chain.master._id }))
      const { status, body } = await world.call('POST /player/create', { body: `${whole.slice(0, -1)},${field}}` })
      expect([status, body.message]).toEqual([400, expect.stringMatching(/half a character/)])
    },
  )

  it('keeps characters outside the basic plane, also when they are escaped', async () => {
    const body = JSON.stringify(personFor('player', { refId: chain.master._id, note: '?' })).replace(
      '?',
      '\\uD83C\\uDFB2',
    )
    const { status, body: created } = await world.call('POST /player/create', { body })
    const read = await world.call(`GET /player/${created.data._id}`)
    expect([status, read.body.data.note]).toEqual([201, '🎲'])
  })
})

describe('a renamed account', () => {
  it('is found and sorted by its new name', async () => {
    const { body } = await create({ firstName: 'Temp', lastName: 'Orary', city: 'Pune' })
    const { _id } = body.data
    await world.call(`PUT /player/${_id}`, { body: { firstName: 'Ólafur', city: 'Ølstykke' } })
    expect((await list({ q: 'olaf' })).map(row => row.firstName)).toEqual(['Ólafur'])
    expect((await list({ sort: 'city' })).map(row => row.city).slice(3, 6)).toEqual(['Évora', 'Mysuru', 'Ølstykke'])
  })
})
