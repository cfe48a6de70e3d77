import { personalRights } from '@cascade/contracts'
import type { Actor } from '@cascade/service-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fund, makeAccount, makeTwoTrees, transfer } from '../testing/make-accounts'
import { testPassword } from '../testing/world'

const { world, chain, other, admin } = await makeTwoTrees()
afterAll(() => world.close())
const password = 'sunlit-harbour-41'

const add = (username: string, rights: string, { as = admin, userId = '' } = {}) =>
  world.call(`POST /people${userId && `?userId=${userId}`}`, {
    as,
    body: { name: `Name of ${username}`, username, password, rights },
  })
async function personAs(username: string, rights: string): Promise<Actor> {
  const { status, body } = await add(username, rights)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return world.actorOf(username, password)
}
const isOpen = async ({ sessionId }: Actor) =>
  (await world.internal('POST /sessions/check', { sessionIds: [sessionId] })).body.open.length > 0
const newPlayer = () => ({ refId: chain.master._id })

beforeAll(() => fund(world, chain.admin, 1_000))

describe('people of an account', () => {
  it('sign in with their own username and act for the account', async () => {
    const anita = await personAs('anita', 'manager')
    expect(anita).toMatchObject({ accountId: admin.accountId, username: admin.username, role: 'admin' })
    expect(anita.person).toMatchObject({ name: 'Name of anita' })
    const player = await makeAccount(world, 'player', newPlayer(), anita)
    expect((await world.call(`GET /account-history/${player._id}`, { as: admin })).body.data).toMatchObject([
      { kind: 'created', by: { username: admin.username, person: { name: 'Name of anita' } } },
    ])
    expect((await world.call('GET /people', { as: admin })).body.data).toContainEqual(
      expect.objectContaining({ username: 'anita', rights: 'manager', status: 'active', factors: [] }),
    )
  })

  it('confirm with their own password, and transfers name them', async () => {
    const cara = await personAs('cara', 'cashier')
    const to = { role: 'superareamanager' as const, toUserId: chain.superareamanager._id, points: 5 }
    expect((await transfer(world, { ...to, as: cara })).status).toBe(400)
    const { status, body } = await transfer(world, { ...to, as: cara, password })
    expect([status, body.data?.by]).toEqual([
      200,
      {
        accountId: admin.accountId,
        username: admin.username,
        role: 'admin',
        person: expect.objectContaining({ name: 'Name of cara' }),
      },
    ])
  })

  it('are named by the reversal of their transfer, and where they deleted an account', async () => {
    const dora = await personAs('dora', 'manager')
    const to = { role: 'superareamanager' as const, toUserId: chain.superareamanager._id, points: 6 }
    const { transactionId } = (await transfer(world, { ...to, as: dora, password })).body.data
    const body = { reason: 'Mistake', password: testPassword }
    const reversed = await world.call(`POST /ledger/${transactionId}/reverse`, { as: admin, body })
    expect(reversed.body.data.reverses).toMatchObject({ by: `Name of dora (${admin.username})` })
    const player = await makeAccount(world, 'player', newPlayer(), dora)
    await world.call(`DELETE /player/${player._id}`, { as: dora })
    const { data } = (await world.call('GET /player/all?deleted=true', { as: admin })).body
    expect(data).toMatchObject([{ deletion: { by: { person: { name: 'Name of dora' } } } }])
  })

  it('may call only what their rights contain', async () => {
    const [cashier, auditor] = [await personAs('cash2', 'cashier'), await personAs('audit1', 'auditor')]
    for (const as of [cashier, auditor]) {
      expect((await world.call('POST /player/create', { as, body: {} })).status).toBe(403)
      expect((await world.call('GET /people', { as })).status).toBe(as === auditor ? 200 : 403)
      expect((await world.call('GET /player/all', { as })).status).toBe(200)
    }
    const to = { role: 'superareamanager' as const, toUserId: chain.superareamanager._id, points: 5, password }
    expect((await transfer(world, { ...to, as: auditor })).status).toBe(403)
  })

  it('lose their sessions with a deactivation or a new password, and the others keep theirs', async () => {
    const dev = await personAs('dev1', 'live')
    const { _id } = (await world.call('GET /people', { as: admin })).body.data.find(
      ({ username }: { username: string }) => username === 'dev1',
    )
    const change = (body: unknown) => world.call(`PUT /people/${_id}`, { as: admin, body })
    expect((await change({ status: 'inactive' })).status).toBe(200)
    expect([await isOpen(dev), await isOpen(admin)]).toEqual([false, true])
    expect((await world.login('dev1', password)).status).toBe(403)
    await change({ status: 'active', password: 'another-harbour-42' })
    expect((await world.login('dev1', password)).status).toBe(401)
    expect((await world.login('dev1', 'another-harbour-42')).status).toBe(200)
  })

  it('are read and changed by the accounts above, and not found by others', async () => {
    const above = world.superadmin
    expect((await add('eve1', 'auditor', { as: above, userId: admin.accountId })).status).toBe(201)
    const foreign = await world.actorOf(other.admin.username)
    expect((await add('eve2', 'auditor', { as: foreign, userId: admin.accountId })).status).toBe(404)
    expect((await world.call(`GET /people?userId=${admin.accountId}`, { as: foreign })).status).toBe(404)
    expect((await add('eve3', 'auditor', { userId: chain.player._id })).status).toBe(404)
  })

  it('have usernames that no account and no other person has, also after a removal', async () => {
    expect((await add('anita', 'live')).status).toBe(409)
    expect((await add(chain.master.username, 'live')).status).toBe(409)
    const { _id } = (await add('frank', 'live')).body.data
    expect((await world.call(`DELETE /people/${_id}`, { as: admin })).status).toBe(200)
    expect((await world.login('frank', password)).status).toBe(401)
    expect((await add('frank', 'live')).status).toBe(409)
  })
})

describe('rights of an account', () => {
  it('can be given to people, and take effect when they change', async () => {
    const body = { name: 'Night shift', permissions: ['player.manage:read'] }
    const { _id } = (await world.call('POST /rights', { as: admin, body })).body.data
    const gita = await personAs('gita', _id)
    expect(gita.person?.rights).toEqual([...personalRights, 'player.manage:read'])
    await world.call(`PUT /rights/${_id}`, { as: admin, body: { ...body, permissions: ['live.control'] } })
    const { open } = (await world.internal('POST /sessions/check', { sessionIds: [gita.sessionId] })).body
    expect(open[0].user.person.rights).toEqual([...personalRights, 'live.control'])
    expect((await world.call(`DELETE /rights/${_id}`, { as: admin })).status).toBe(422)
  })

  it('never exceed the role of the account', async () => {
    const body = { name: 'Too much', permissions: ['games.write'] }
    expect((await world.call('POST /rights', { as: admin, body })).status).toBe(400)
    expect((await add('hari', 'no-such-rights')).status).toBe(400)
  })
})
