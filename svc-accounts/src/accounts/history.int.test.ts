import type { Actor } from '@cascade/service-kit'
import { afterAll, describe, expect, it } from 'vitest'
import { makeAccount, makeTwoTrees } from '../testing/make-accounts'
import { historiesOf, ofAccount } from './history-store'

const { world, chain, other, admin } = await makeTwoTrees()
afterAll(() => world.close())

const historyOf = async (id: string, as?: Actor, query = '') =>
  (await world.call(`GET /account-history/${id}${query}`, as ? { as } : {})).body

describe('the history of an account', () => {
  it('lists who created and changed an account, with old and new values, newest first', async () => {
    const { _id } = await makeAccount(world, 'master', { refId: chain.areamanager._id, commission: 2 }, admin)
    await world.call(`PUT /master/${_id}`, { body: { commission: 2.5, city: 'Pune' } })
    await world.call(`PUT /master/${_id}`, { as: admin, body: { password: 'another-password' } })
    await world.call(`PATCH /master/toggle-status/${_id}/deactivate`, { as: admin })
    const { data, total } = await historyOf(_id, admin)
    expect(total).toBe(4)
    expect(data).toMatchObject([
      {
        kind: 'changed',
        by: { username: admin.username },
        fields: [{ field: 'userStatus', before: true, after: false }],
      },
      // Values of secrets are not recorded.
      { kind: 'changed', by: { username: admin.username }, fields: [{ field: 'password', before: null, after: null }] },
      {
        kind: 'changed',
        by: { username: 'superadmin', role: 'superadmin' },
        fields: [
          { field: 'city', before: 'Mysuru', after: 'Pune' },
          { field: 'commission', before: 2, after: 2.5 },
        ],
      },
      { kind: 'created', by: { username: admin.username, role: 'admin' }, fields: [] },
    ])
    const second = await historyOf(_id, admin, '?page=2&size=3')
    expect(second).toMatchObject({ total: 4, data: [{ kind: 'created' }] })
  })

  it('names parents only to actors who may see them, and is not found for accounts out of scope', async () => {
    const { _id } = await makeAccount(world, 'master', { refId: other.areamanager._id })
    expect((await world.call(`GET /account-history/${_id}`, { as: admin })).status).toBe(404)
    await world.call(`PUT /master/${_id}`, { body: { refId: chain.areamanager._id } })
    const parents = async (as?: Actor) => (await historyOf(_id, as)).data[0].fields[0]
    expect(await parents()).toEqual({
      field: 'refId',
      before: other.areamanager.username,
      after: chain.areamanager.username,
    })
    expect(await parents(admin)).toEqual({ field: 'refId', before: null, after: chain.areamanager.username })
  })

  it('starts the retention period of a deleted account with its last entry, and only of that account', async () => {
    const gone = await makeAccount(world, 'master', { refId: chain.areamanager._id })
    const stays = await makeAccount(world, 'master', { refId: chain.areamanager._id })
    await world.call(`PUT /master/${gone._id}`, { body: { city: 'Pune' } })
    expect((await world.call(`DELETE /master/${gone._id}`)).status).toBe(200)
    const rows = historiesOf(world.db)
    const datesOf = async (id: string) => (await rows.find(ofAccount(id)).toArray()).map(row => row.deletedAt)
    const dates = await datesOf(gone._id)
    expect(dates).toHaveLength(3)
    expect(new Set(dates.map(date => date?.getTime())).size).toBe(1)
    expect(await datesOf(stays._id)).toEqual([undefined])
  })

  it('shows the note on an account to its ancestors but not to the account itself', async () => {
    const { _id, username } = await makeAccount(world, 'master', { refId: chain.areamanager._id }, admin)
    const note = 'suspected of chip dumping'
    await world.call(`PUT /master/${_id}`, { as: admin, body: { note } })
    const owner = await world.actorOf(username)
    const look = async (as: Actor) => {
      const { data } = (await world.call(`GET /fetchUserById?id=${_id}`, { as })).body
      return [data.note, (await historyOf(_id, as)).data[0].fields]
    }
    expect(await look(admin)).toMatchObject([note, [{ field: 'note', after: note }]])
    expect(await look(owner)).toEqual(['', []])
  })
})
