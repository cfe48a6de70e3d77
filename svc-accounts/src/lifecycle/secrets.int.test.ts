import { sideRoles } from '@cascade/contracts'
import { afterAll, describe, expect, it } from 'vitest'
import { makeAccount, makeChain, personFor } from '../testing/make-accounts'
import { makeWorld, testPassword } from '../testing/world'

const world = await makeWorld()
afterAll(() => world.close())

const stored = (_id: string) =>
  world.db.collection<{ _id: string; password?: string; pin?: string }>('credentials').findOne({ _id })

describe.each(sideRoles)('the password of a %s account', role => {
  it('is accepted and hashed but opens no session', async () => {
    const { admin } = await makeChain(world)
    const account = await makeAccount(world, role, { refId: admin._id, password: testPassword })
    expect((await stored(account._id))?.password).toMatch(/^\$argon2id\$/)
    expect((await world.login(account.username)).status).toBe(401)

    const edit = await world.call(`PUT /${role}/${account._id}`, { body: { password: 'another-password' } })
    expect(edit.status).toBe(200)
    expect(JSON.stringify(edit.body)).not.toMatch(/argon|another-password/)
    expect((await world.login(account.username, 'another-password', '10.2.2.2')).status).toBe(401)
    const short = await world.call(`PUT /${role}/${account._id}`, { body: { password: '12345' } })
    expect([short.status, Object.keys(short.body.errors)]).toEqual([400, ['password']])
  })

  it('is optional', async () => {
    const { admin } = await makeChain(world)
    const account = await makeAccount(world, role, { refId: admin._id })
    expect((await stored(account._id))?.password).toBeUndefined()
  })
})

describe('concurrent creations', () => {
  it('all succeed, eight by one admin, each with a password and a PIN', async () => {
    const { admin } = await makeChain(world)
    const as = await world.actorOf(admin.username)
    const created = Array.from({ length: 8 }, () =>
      world.call('POST /superareamanager/create', { as, body: personFor('superareamanager', { pin: 123456 }) }),
    )
    expect((await Promise.all(created)).map(({ status }) => status)).toEqual(Array(8).fill(201))
  })
})

describe('the idempotency key of a creation', () => {
  it('stores no hash that depends on a secret', async () => {
    const headers = { 'idempotency-key': 'no-secrets' }
    const person = personFor('admin', { pin: 123456 })
    const create = (body: object) => world.call('POST /admins/create', { headers, body: { ...person, ...body } })
    const first = await create({})
    // The stored request does not depend on secrets, so they cannot be guessed from it.
    const again = await create({ password: 'quite-another-one', pin: 654321, authUser: { username: 'somebody' } })
    expect([first.status, again.status, again.body.data._id]).toEqual([201, 201, first.body.data._id])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await create({ firstName: 'Other' })).status).toBe(422)
  })

  it('accepts deeply nested extra form data', async () => {
    const nested = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`
    const body = `${JSON.stringify(personFor('admin')).slice(0, -1)},"authUser":${nested}}`
    const answer = await world.call('POST /admins/create', { headers: { 'idempotency-key': 'nested' }, body })
    expect(answer.status).toBe(201)
  })
})
