import { announcementExample, announcementsMax } from '@cascade/contracts/accounts'
import type { Actor } from '@cascade/service-kit'
import { afterAll, describe, expect, it } from 'vitest'
import { makeChain } from '../testing/make-accounts'
import { makePerson } from '../testing/make-person'
import { makeWorld } from '../testing/world'

const world = await makeWorld()
const chain = await makeChain(world)
const other = await makeChain(world)
const actors = {
  admin: await world.actorOf(chain.admin.username),
  master: await world.actorOf(chain.master.username),
  player: await world.actorOf(chain.player.username),
  otherAdmin: await world.actorOf(other.admin.username),
  otherMaster: await world.actorOf(other.master.username),
}
afterAll(() => world.close())

const dayMs = 86_400_000
const inDays = (days: number) => new Date(world.deps.now().getTime() + days * dayMs).toISOString()
const { _id: _example, ...example } = announcementExample
const inForce = (fields: object = {}) => ({ ...example, from: inDays(-1), to: inDays(1), ...fields })

const post = (as: Actor, fields?: object) => world.call('POST /announcements', { as, body: inForce(fields) })
const texts = async (route: 'GET /announcements' | 'GET /announcements/current', as: Actor) =>
  (await world.call(route, { as })).body.data.map(({ text }: { text: string }) => text)

describe('current announcements', () => {
  it('are those for the role of the reader, by the reader and accounts above only', async () => {
    await post(actors.admin, { text: 'below', roles: ['master'], level: 'info' })
    await post(actors.admin, { text: 'players', roles: ['player'] })
    await post(actors.master, { text: 'own warning', roles: ['master', 'admin'], level: 'warning' })
    expect(await texts('GET /announcements/current', actors.master)).toEqual(['own warning', 'below'])
    expect(await texts('GET /announcements/current', actors.player)).toEqual(['players'])
    expect(await texts('GET /announcements/current', actors.admin)).toEqual([])
    expect(await texts('GET /announcements/current', actors.otherMaster)).toEqual([])
  })

  it('name the person who published them, except to players', async () => {
    const { master, player } = await makeChain(world)
    const owner = await world.actorOf(master.username)
    await post(await (await makePerson(world, owner, 'manager')).signIn(), { roles: ['master', 'player'] })
    const authors = async (as: Actor) =>
      (await world.call('GET /announcements/current', { as })).body.data.map(({ by }: { by: string }) => by)
    expect(await authors(owner)).toEqual([`Anita Rao (${master.username})`])
    expect(await authors(await world.actorOf(player.username))).toEqual([master.username])
  })

  it('are read for the players with a socket, without accounts that have none', async () => {
    const accountIds = [chain.player._id, other.player._id]
    const { players } = (await world.internal('POST /announcements/players', { accountIds })).body
    expect(players).toMatchObject([
      { accountId: chain.player._id, announcements: [{ text: 'players', by: chain.admin.username }] },
    ])
  })

  it('are in force from their start to their end', async () => {
    await post(actors.otherAdmin, { text: 'later', roles: ['master'], from: inDays(1), to: inDays(2) })
    await post(actors.otherAdmin, { text: 'over', roles: ['master'], from: inDays(-2), to: inDays(-1) })
    expect(await texts('GET /announcements/current', actors.otherMaster)).toEqual([])
    expect(await texts('GET /announcements', actors.otherAdmin)).toEqual(['later', 'over'])
  })
})

describe('an announcement', () => {
  it('is listed, changed and deleted by its author only', async () => {
    const { _id } = (await post(actors.otherMaster, { text: 'draft', roles: ['player'] })).body.data
    const path = `/announcements/${_id}`
    for (const as of [actors.otherAdmin, actors.master]) {
      expect((await world.call(`PUT ${path}`, { as, body: inForce() })).status).toBe(404)
      expect((await world.call(`DELETE ${path}`, { as })).status).toBe(404)
    }
    const as = actors.otherMaster
    expect((await world.call(`PUT ${path}`, { as, body: inForce({ text: 'final' }) })).status).toBe(200)
    expect(await texts('GET /announcements', as)).toEqual(['final'])
    expect((await world.call(`DELETE ${path}`, { as })).status).toBe(200)
    expect(await texts('GET /announcements', as)).toEqual([])
  })

  it('is not published by a player', async () => {
    expect((await post(actors.player)).status).toBe(403)
  })

  it.each([
    ['an unknown field', { accountId: 'x' }],
    ['an end before its start', { to: inDays(-2) }],
    ['a text that is too long', { text: 'x'.repeat(501) }],
    ['no text', { text: ' ' }],
    ['no role', { roles: [] }],
    ['an unknown level', { level: 'error' }],
  ])('is rejected with %s', async (_fault, fields) => {
    expect((await post(actors.admin, fields)).status).toBe(400)
  })

  it('is rejected beyond the limit of its account', async () => {
    const as = await world.actorOf(chain.areamanager.username)
    for (let count = 0; count < announcementsMax; count++) expect((await post(as)).status).toBe(201)
    expect((await post(as)).status).toBe(422)
  })
})
