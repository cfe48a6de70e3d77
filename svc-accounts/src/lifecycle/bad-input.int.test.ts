import { afterAll, describe, expect, it } from 'vitest'
import { makeChain, pathOf, personFor } from '../testing/make-accounts'
import { makeWorld } from '../testing/world'

const world = await makeWorld()
const chain = await makeChain(world)
afterAll(() => world.close())

/** All data that a write could change, without the totals that follow events in the background. */
async function state() {
  const projection = { points: 0, branchPoints: 0, below: 0 }
  const read = (name: string) => world.db.collection(name).find({}, { projection }).sort({ _id: 1 }).toArray()
  const rows = await Promise.all(['accounts', 'credentials', 'wallets', 'transfers', 'contacts'].map(read))
  // Ids only: events are numbered and published in the background.
  return [...rows, (await read('outbox')).map(({ _id }) => _id)]
}

const smuggled: [string, unknown][] = [
  ...['walletBalance', 'parentId', 'ancestry', 'version', 'scopeVersion', 'deleted', 'uniqueId', 'username', '_id'].map(
    (name): [string, unknown] => [name, 1],
  ),
  ['__proto__', { role: 'superadmin' }],
  ['constructor', { prototype: {} }],
  ['$set', { role: 'superadmin' }],
  ['ancestry.admin', 'x'],
  ['firstName', { $ne: null }],
  ['email', ['a@example.com']],
  ['commission', '5'],
  ['commission', 100.01],
  ['commission', -1],
  ['phone', 1e20],
  ['userStatus', 'true'],
  ['refId', { $gt: '' }],
  ['refId', '../x'],
  ['dateOfBirth', '2999-01-01'],
  ['country', 'India'],
]

/** A spread would drop an own `__proto__`, which JSON can carry. */
const withField = (body: object, name: string, value: unknown) =>
  `${JSON.stringify(body).slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`

describe('an edit', () => {
  it.each(['admin', 'player'] as const)('rejects fields that the form of %s does not have', async role => {
    const before = await state()
    const refId = role === 'admin' ? world.superadmin.accountId : chain.master._id
    for (const [name, value] of smuggled) {
      const { [name]: _, ...person } = personFor(role, { refId })
      const created = await world.call(`POST /${pathOf(role)}/create`, { body: withField(person, name, value) })
      const path = `/${pathOf(role)}/${chain[role]._id}`
      const edited = await world.call(`PUT ${path}`, { body: withField({ note: 'n' }, name, value) })
      expect([name, value, created.status, edited.status]).toEqual([name, value, 400, 400])
    }
    expect(await state()).toEqual(before)
  })
})

describe('an invalid request', () => {
  it.each([
    ['no JSON', '{"firstName":', {}],
    ['another content type', 'firstName=x', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a list', '[]', {}],
    ['text', '"x"', {}],
    ['a number', '5', {}],
    ['null', 'null', {}],
    ['ten thousand levels', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, {}],
  ])('is rejected: %s', async (_, body, headers) => {
    const before = await state()
    const answer = await world.call('POST /admins/create', { body, headers })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ success: false, code: 'VALIDATION', requestId: expect.any(String) })
    expect(await state()).toEqual(before)
  })

  it('is rejected if it is too large', async () => {
    const body = personFor('admin', { address: 'x'.repeat(300_000) })
    expect((await world.call('POST /admins/create', { body })).status).toBe(413)
  })

  it.each(['GET /player/all?page[$gt]=1', 'GET /player/all?size=5000', 'GET /player/all?unknown=1'])(
    'is rejected for its query: %s',
    async line => {
      expect((await world.call(line)).status).toBe(400)
    },
  )

  it.each(['GET /player/%24ne', 'GET /player/a%00b', 'DELETE /player/..', 'GET /admins/x%2Fy'])(
    'gets 404 for an invalid id in its path: %s',
    async line => {
      expect((await world.call(line)).status).toBe(404)
    },
  )

  it('is accepted with a literal colon before an id', async () => {
    expect((await world.call(`GET /player/:${chain.player._id}`)).status).toBe(200)
    const toggled = await world.call(`PATCH /player/toggle-status/:${chain.player._id}/:activate`)
    expect(toggled.status).toBe(200)
    expect((await world.call(`PATCH /player/toggle-status/${chain.player._id}/remove`)).status).toBe(404)
  })

  it('cannot change role or identity: such form fields are ignored', async () => {
    const edit = await world.call(`PUT /master/${chain.master._id}`, {
      body: { role: 'areamanager', authUser: { role: 'superadmin' }, city: 'Pune' },
    })
    expect(edit.body.data).toMatchObject({ role: 'master', city: 'Pune' })
    const body = personFor('superareamanager', { role: 'superdistributor', refId: chain.admin._id })
    expect((await world.call('POST /superareamanager/create', { body })).body.data.role).toBe('superareamanager')
  })
})

describe('the own account', () => {
  it('can only be edited in its profile', async () => {
    const manager = await world.actorOf(chain.superareamanager.username)
    const path = `PUT /superareamanager/${chain.superareamanager._id}`
    const own = await world.call(path, { as: manager, body: { city: 'Pune', phone: 5_550_001 } })
    expect(own.body.data).toMatchObject({ city: 'Pune', phone: 5_550_001 })
    for (const body of [
      { commission: 99 },
      { userStatus: true },
      { refId: chain.admin._id },
      { note: 'x' },
      { password: 'long-enough' },
    ]) {
      expect([body, (await world.call(path, { as: manager, body })).status]).toEqual([body, 403])
    }
    const admin = await world.actorOf(chain.admin.username)
    expect((await world.call(`PUT /admins/${chain.admin._id}`, { as: admin, body: { games: ['g'] } })).status).toBe(403)
    expect((await world.call(`DELETE /admins/${chain.admin._id}`, { as: admin })).status).toBe(403)
  })

  it('is the default reference only one level up; an inactive reference is rejected', async () => {
    const { refId: _, ...body } = personFor('master')
    const missing = await world.call('POST /master/create', { body })
    expect(missing.status).toBe(400)
    expect(missing.body.errors).toEqual({ refId: 'Reference is required' })
    const areamanager = await world.actorOf(chain.areamanager.username)
    const own = await world.call('POST /master/create', { as: areamanager, body })
    expect(own.body.data.refId._id).toBe(chain.areamanager._id)
    const inactive = await world.call(`PATCH /master/toggle-status/${own.body.data._id}/deactivate`)
    expect(inactive.status).toBe(200)
    const below = await world.call('POST /player/create', { body: personFor('player', { refId: own.body.data._id }) })
    expect(below.body.errors).toEqual({ refId: 'The reference is not active.' })
  })
})
