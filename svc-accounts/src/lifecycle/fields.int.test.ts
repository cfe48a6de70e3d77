import { type AccountRole, sideRoles, treeRoles } from '@cascade/contracts'
import { type AccountField, accountFieldNames, accountFields, clearableFields } from '@cascade/contracts/accounts'
import { afterAll, describe, expect, it } from 'vitest'
import { type Made, makeAccount, makeChain, parentIn, pathOf, personFor } from '../testing/make-accounts'
import { publishGames } from '../testing/publish-games'
import { makeWorld } from '../testing/world'

const world = await makeWorld()
await publishGames(world, { _id: 'roulette', version: 1 }, { _id: 'cards', version: 1 })
const first = await makeChain(world)
const second = await makeChain(world)
afterAll(() => world.close())

const roles: readonly AccountRole[] = [...treeRoles, ...sideRoles]
/** Without the alias of the commission. */
const fieldsOf = (role: AccountRole) =>
  accountFieldNames.filter(
    name => accountFields[name].stored !== 'alias' && (accountFields[name].roles?.includes(role) ?? true),
  )

let people = 0
/** A value for every kind of input; a missing kind is a type error. */
function valueFor(name: AccountField, parentId: string | undefined): unknown {
  people++
  const values: Record<(typeof accountFields)[AccountField]['input'], unknown> = {
    text: `Text ${people}`,
    area: `Note ${people}`,
    email: `field${people}@example.com`,
    tel: 8_000_000_000 + people,
    digits: 400_000 + people,
    day: '1990-02-03',
    percent: 12.25,
    points: 5_000.5,
    pin: 98_765,
    password: `another-password-${people}`,
    country: 'NP',
    state: `BA${people}`,
    city: `City ${people}`,
    reference: parentId,
    status: false,
    games: ['cards'],
    choice: Object.keys(accountFields[name].options ?? {}).at(-1),
  }
  return values[accountFields[name].input]
}
const bodyOf = (role: AccountRole, parentId: string | undefined) =>
  Object.fromEntries(fieldsOf(role).map(name => [name, valueFor(name, parentId)]))

/** Reads back the fields of a body, without secrets. */
async function readOf(role: AccountRole, { _id }: Pick<Made, '_id'>, body: object) {
  const { data } = (await world.call(`GET /${pathOf(role)}/${_id}`)).body
  const fields = { ...data, refId: data.refId?._id, games: data.games?.map((game: { _id: string }) => game._id) }
  return Object.fromEntries(Object.keys(body).map(name => [name, fields[name]]))
}
const secretsOf = async (_id: string) =>
  (await world.db.collection<{ _id: string }>('credentials').findOne({ _id })) as Record<string, unknown> | null
const isSecret = (name: string) => accountFields[name as AccountField].stored === 'secret'
const withoutSecrets = (body: object) => Object.fromEntries(Object.entries(body).filter(([name]) => !isSecret(name)))

describe.each(roles)('every field of a %s', role => {
  it('is stored on creation and read back', async () => {
    const body = bodyOf(role, parentIn(world, first, role))
    const created = await world.call(`POST /${pathOf(role)}/create`, { body })
    expect([created.status, created.body.errors]).toEqual([201, undefined])
    expect(await readOf(role, created.body.data, withoutSecrets(body))).toEqual(withoutSecrets(body))
    expect(await secretsOf(created.body.data._id)).toEqual({
      _id: created.body.data._id,
      isTemporary: false,
      password: expect.stringMatching(/^\$argon2id\$/),
      pin: expect.stringMatching(/^\$argon2id\$/),
      setUps: [{ accountId: world.superadmin.accountId, at: expect.any(Date) }],
    })
  })

  it('is stored by an edit, read back and recorded in the history', async () => {
    const account = await makeAccount(
      world,
      role,
      personFor(role, { refId: parentIn(world, first, role), games: undefined }),
    )
    const before = await secretsOf(account._id)
    // The parent of an admin is always a superadmin.
    const body = bodyOf(
      role,
      role === 'admin' ? (await makeAccount(world, 'superadmin'))._id : parentIn(world, second, role),
    )
    const edited = await world.call(`PUT /${pathOf(role)}/${account._id}`, { body })
    expect([edited.status, edited.body.errors]).toEqual([200, undefined])
    expect(await readOf(role, account, withoutSecrets(body))).toEqual(withoutSecrets(body))
    const after = await secretsOf(account._id)
    for (const name of Object.keys(body).filter(isSecret)) expect(after?.[name]).not.toEqual(before?.[name])

    const history = await world.call(`GET /account-history/${account._id}`)
    const changes: { field: string }[] = history.body.data[0].fields
    expect(changes.map(({ field }) => field).sort()).toEqual(Object.keys(body).sort())
  })

  it('is removed by null if it is optional', async () => {
    const account = await makeAccount(world, role, bodyOf(role, parentIn(world, first, role)))
    const names = clearableFields(role)
    const body = Object.fromEntries(names.map(name => [name, null]))
    const edited = await world.call(`PUT /${pathOf(role)}/${account._id}`, { body })
    expect(edited.status).toBe(200)
    const left = Object.fromEntries(names.map(name => [name, accountFields[name].emptyValue]))
    expect(await readOf(role, account, body)).toEqual(left)
  })
})
