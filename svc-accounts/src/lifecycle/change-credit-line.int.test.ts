import { afterAll, describe, expect, it } from 'vitest'
import { fund, makeAccount, transfer } from '../testing/make-accounts'
import { makeWorld } from '../testing/world'

const world = await makeWorld()
afterAll(async () => {
  expect(await world.ledgerFaults()).toEqual([])
  await world.close()
})

const read = async (id: string) => {
  const { creditLine, creditUsed } = (await world.call(`GET /admins/${id}`)).body.data
  return { creditLine, creditUsed }
}
const edit = (id: string, creditLine: unknown, as = world.superadmin) =>
  world.call(`PUT /admins/${id}`, { as, body: { creditLine } })

describe('the credit line of an admin', () => {
  it('rejects credit beyond it and reports the remaining credit', async () => {
    const admin = await makeAccount(world, 'admin')
    await fund(world, admin, 40)
    expect(await read(admin._id)).toEqual({ creditUsed: 40 })
    expect((await edit(admin._id, 100.5)).body.data).toMatchObject({ creditLine: 100.5 })
    const give = (points: number) => transfer(world, { role: 'admin', toUserId: admin._id, points })
    await fund(world, await makeAccount(world, 'admin'), 1)
    await transfer(world, { role: 'superadmin', toUserId: world.superadmin.accountId, points: 500 })
    const words = "Beyond the admin's credit line: 60.50 points are left."
    expect(await give(60.51)).toMatchObject({
      status: 400,
      body: { reason: 'CREDIT_LINE', message: words, creditLeft: 60.5, errors: { transferAmount: words } },
    })
    expect((await give(60.5)).status).toBe(200)
    expect(await read(admin._id)).toEqual({ creditLine: 100.5, creditUsed: 100.5 })

    expect((await edit(admin._id, null)).status).toBe(200)
    expect((await give(1)).status).toBe(200)
    expect(await read(admin._id)).toEqual({ creditUsed: 101.5 })
    const history = (await world.call(`GET /account-history/${admin._id}`)).body.data
    expect(history[0].fields).toEqual([{ field: 'creditLine', before: 100.5, after: null }])
  })

  it('is visible to the admin with the used part, but not editable', async () => {
    const admin = await makeAccount(world, 'admin', { creditLine: 10 })
    const actor = await world.actorOf(admin.username)
    const own = (await world.call('GET /fetchUserById', { as: actor })).body.data
    expect(own).toMatchObject({ creditLine: 10, creditUsed: 0 })
    expect((await edit(admin._id, 20, actor)).status).toBe(403)
    await transfer(world, { role: 'superadmin', toUserId: world.superadmin.accountId, points: 500 })
    const answer = await transfer(world, { role: 'admin', toUserId: admin._id, points: 11 })
    expect(answer.body).toMatchObject({ reason: 'CREDIT_LINE' })
  })

  it.each([-1, 1.005, '5', 1e11])('cannot be %j', async creditLine => {
    const admin = await makeAccount(world, 'admin')
    expect(await edit(admin._id, creditLine)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  })

  it('exists for no other level', async () => {
    const admin = await makeAccount(world, 'admin')
    const manager = await makeAccount(world, 'superareamanager', { refId: admin._id })
    const answer = await world.call(`PUT /superareamanager/${manager._id}`, { body: { creditLine: 5 } })
    expect(answer.status).toBe(400)
  })
})
