import { gameCodes, type Percentage, toPercentageId } from '@cascade/contracts/games'
import {
  accountCreated,
  actorOf,
  eventually,
  makeAccount,
  type ServiceWorld,
  startServiceWorld,
} from '@cascade/service-kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gamesService } from '../service'

const root = makeAccount()
const admin = makeAccount({ role: 'admin', parent: root, username: 'admin-of-all' })
const rival = makeAccount({ role: 'admin', parent: root, username: 'rival' })
const manager = makeAccount({ role: 'superareamanager', parent: admin })
const [superadmin, own, other, below] = [root, admin, rival, manager].map(actorOf) as Actors
type Actor = ReturnType<typeof actorOf>
type Actors = [Actor, Actor, Actor, Actor]
let world: ServiceWorld

beforeAll(async () => {
  world = await startServiceWorld(gamesService, {}, ['accounts'])
  await world.emit('accounts', ...[root, admin, rival, manager].map(accountCreated))
  await eventually(async () => (await list(superadmin, rival.accountId)).status === 200)
})
afterAll(() => world?.stop())

const list = (actor: Actor, id: string, query = '') => world.call(actor, `GET /percentage/usergames/${id}${query}`)
const set = (actor: Actor, id: string, updates: unknown) =>
  world.call(actor, `PUT /percentage/bulk/winpercentage/${id}`, { updates })
const rowsOf = async (actor: Actor, id: string) => (await list(actor, id)).body.data as Percentage[]
const shareOf = async (actor: Actor, id: string, gameId: string) =>
  (await rowsOf(actor, id)).find(row => row.gameId === gameId)?.winpercentage
const { funTarget, bingo, lucky10 } = gameCodes

describe('the percentage list', () => {
  it('has a row for each game of the admin and the filter options', async () => {
    const { status, body } = await list(superadmin, admin.accountId)
    expect(status).toBe(200)
    expect(body).toMatchObject({ total: 13, users: [{ username: 'admin-of-all' }, { username: 'rival' }] })
    expect(body.games).toHaveLength(13)
    expect((body.data as Percentage[])[0]).toEqual({
      id: toPercentageId(admin.accountId, funTarget),
      adminId: admin.accountId,
      username: 'admin-of-all',
      gameId: funTarget,
      gameName: 'Fun Target',
      winpercentage: 10,
    })
  })

  it('filters admins by a case-insensitive prefix', async () => {
    const { body } = await list(superadmin, superadmin.accountId, '?user=RIV')
    expect(body).toMatchObject({ data: [], users: [{ _id: rival.accountId, username: 'rival' }] })
  })

  it('shows an admin only their own games', async () => {
    const { body } = await list(own, own.accountId)
    expect(body).toMatchObject({ total: 13, users: [{ username: 'admin-of-all' }] })
    expect((await list(own, rival.accountId)).status).toBe(404)
    expect((await list(own, 'nobody')).status).toBe(404)
    expect((await list(own, manager.accountId)).status).toBe(404)
  })

  it('is empty for a super area manager, whatever id they pass', async () => {
    for (const id of [manager.accountId, admin.accountId, rival.accountId]) {
      expect(await list(below, id)).toMatchObject({ status: 200, body: { data: [], games: [], users: [] } })
    }
  })
})

describe('updating percentages', () => {
  it('sets the percentage sent, publishes it and leaves the others', async () => {
    const id = toPercentageId(admin.accountId, bingo)
    const answer = await set(own, admin.accountId, [{ id, winpercentage: 12.5 }])
    expect(answer).toMatchObject({ status: 200, body: { message: 'Updated successfully' } })
    const rows = await rowsOf(superadmin, admin.accountId)
    expect(rows.filter(row => row.winpercentage !== 10)).toMatchObject([{ gameId: bingo, winpercentage: 12.5 }])
    const [event] = await eventually(async () => {
      const events = await world.events('games.percentage.changed.v1')
      return events.length > 0 && events
    })
    expect(event).toMatchObject({
      data: { _id: id, adminId: admin.accountId, gameId: bingo, before: 10, winpercentage: 12.5, version: 1 },
      actor: { id: own.accountId, username: 'admin-of-all', role: 'admin' },
    })
    // An update without a difference publishes nothing.
    expect((await set(own, admin.accountId, [{ id, winpercentage: 12.5 }])).status).toBe(200)
    expect(await world.db.collection('outbox').countDocuments({ type: 'games.percentage.changed.v1' })).toBe(1)
  })

  it('accepts updates wrapped in data, and 0 as the minimum', async () => {
    const update = { id: toPercentageId(rival.accountId, funTarget), winpercentage: 0 }
    const body = { data: { updates: [update] } }
    const answer = await world.call(superadmin, `PUT /percentage/bulk/winpercentage/:${rival.accountId}`, body)
    expect(answer.status).toBe(200)
    expect(await shareOf(other, rival.accountId, funTarget)).toBe(0)
  })

  it('is all or nothing', async () => {
    const updates = [
      { id: toPercentageId(rival.accountId, lucky10), winpercentage: 33 },
      { id: toPercentageId(admin.accountId, lucky10), winpercentage: 33 },
    ]
    expect((await set(superadmin, rival.accountId, updates)).status).toBe(404)
    expect(await shareOf(superadmin, rival.accountId, lucky10)).toBe(10)
  })

  it.each([
    ['nothing', []],
    ['a share above 100', [{ id: 'x', winpercentage: 100.01 }]],
    ['a negative share', [{ id: 'x', winpercentage: -1 }]],
    ['three decimals', [{ id: 'x', winpercentage: 1.005 }]],
    ['a text', [{ id: 'x', winpercentage: '10' }]],
    ['an unknown field', [{ id: 'x', winpercentage: 10, gameBalance: 5 }]],
    [
      'one id twice',
      [
        { id: 'x', winpercentage: 1 },
        { id: 'x', winpercentage: 2 },
      ],
    ],
    ['an operator of the database', [{ id: { $gt: '' }, winpercentage: 1 }]],
  ])('rejects %s', async (_what, updates) => {
    expect((await set(superadmin, admin.accountId, updates)).status).toBe(400)
  })

  it('is allowed for superadmins and the admin only', async () => {
    const updates = [{ id: toPercentageId(admin.accountId, bingo), winpercentage: 1 }]
    expect((await set(below, admin.accountId, updates)).status).toBe(403)
    expect((await set(other, admin.accountId, updates)).status).toBe(404)
    expect(await shareOf(own, admin.accountId, bingo)).toBe(12.5)
  })

  it('keeps both of two concurrent updates', async () => {
    const [one, two] = [lucky10, funTarget].map(code => toPercentageId(admin.accountId, code))
    const answers = await Promise.all([
      set(superadmin, admin.accountId, [{ id: one, winpercentage: 21 }]),
      set(own, admin.accountId, [{ id: two, winpercentage: 22 }]),
    ])
    expect(answers.map(answer => answer.status)).toEqual([200, 200])
    expect(await shareOf(own, admin.accountId, lucky10)).toBe(21)
    expect(await shareOf(own, admin.accountId, funTarget)).toBe(22)
  })
})

describe('a repeated key', () => {
  it('sets percentages once: later changes stay', async () => {
    const id = toPercentageId(admin.accountId, lucky10)
    const line = `PUT /percentage/bulk/winpercentage/${admin.accountId}`
    const setOnce = () =>
      world.call(own, line, { updates: [{ id, winpercentage: 31 }] }, { 'idempotency-key': 'percentages-1' })
    expect((await setOnce()).status).toBe(200)
    await set(superadmin, admin.accountId, [{ id, winpercentage: 32 }])
    expect((await setOnce()).status).toBe(200)
    expect(await shareOf(own, admin.accountId, lucky10)).toBe(32)
  })
})

describe("a change of an admin's games", () => {
  it('hides and shows percentages without resetting any', async () => {
    const { data: games } = (await world.call(superadmin, 'GET /game')).body as {
      data: { _id: string; gameId: string }[]
    }
    const idOf = (code: string) => games.find(game => game.gameId === code)?._id ?? ''
    const id = toPercentageId(rival.accountId, bingo)
    await set(superadmin, rival.accountId, [{ id, winpercentage: 40 }])
    const withGames = async (codes: readonly string[], version: number) => {
      const data = { ...rival, games: codes.map(idOf), version }
      await world.emit('accounts', { type: 'accounts.account.updated.v1', data })
      await eventually(async () => (await rowsOf(superadmin, rival.accountId)).length === codes.length)
    }
    await withGames([funTarget, lucky10], 2)
    expect((await rowsOf(superadmin, rival.accountId)).map(row => row.gameId)).toEqual([funTarget, lucky10])
    expect((await set(superadmin, rival.accountId, [{ id, winpercentage: 1 }])).status).toBe(404)
    await withGames([funTarget, lucky10, bingo], 3)
    expect(await shareOf(superadmin, rival.accountId, bingo)).toBe(40)
    expect(await shareOf(superadmin, rival.accountId, funTarget)).toBe(0)
  })
})
