import { type AccountRole, sideRoles, treeRoles } from '@cascade/contracts'
import { levelOf } from '@cascade/contracts/accounts'
import { afterAll, describe, expect, it } from 'vitest'
import { fund, makeChain, parentIn, pathOf, personFor, transfer } from '../testing/make-accounts'
import { makeWorld } from '../testing/world'

const world = await makeWorld()
const chain = await makeChain(world)
afterAll(() => world.close())

const allRoles: readonly AccountRole[] = [...treeRoles, ...sideRoles]

describe.each(allRoles)('a %s', role => {
  it('is created, listed, read, edited, suspended, activated and deleted on the path of its level', async () => {
    const base = `/${pathOf(role)}`
    const refId = parentIn(world, chain, role)
    const created = await world.call(`POST ${base}/create`, { body: personFor(role, { refId }) })
    expect(created.status).toBe(201)
    const { _id, username, uniqueId, pin } = created.body.data
    expect(username).toMatch(new RegExp(`^${role}\\d+$`))
    expect(uniqueId).toMatch(/^[A-Z2-9]{8}$/)
    expect(String(pin)).toMatch(/^\d{6}$/)

    const list = await world.call(`GET ${base}/all?page=1&size=5&q=${username}`)
    expect(list.body.data.map((row: { _id: string }) => row._id)).toContain(_id)

    const read = await world.call(`GET ${base}/${_id}`)
    expect(read.body.data).toMatchObject({ _id, username, role, walletBalance: 0, wallet: [{ individualCredit: 0 }] })
    expect(read.body.data.refId?._id).toBe(refId)
    expect(JSON.stringify(read.body)).not.toMatch(/argon|passwordVersion|"pin"|"password"/)

    const edit = await world.call(`PUT ${base}/${_id}`, { body: { city: 'Pune', commission: 12.25 } })
    expect(edit.body).toMatchObject({
      message: 'User updated successfully!',
      data: { city: 'Pune', commission: 12.25 },
    })
    expect(edit.headers.get('etag')).toBe('"2"')

    for (const [action, status] of [
      ['deactivate', false],
      ['activate', true],
    ] as const) {
      const toggled = await world.call(`PATCH ${base}/toggle-status/${_id}/${action}`)
      expect(toggled.body.message).toBe(`User ${_id} has been successfully ${action}d.`)
      expect((await world.call(`GET ${base}/${_id}`)).body.data.userStatus).toBe(status)
    }
    const removed = await world.call(`DELETE ${base}/${_id}`)
    expect(removed.body).toEqual({ success: true, message: levelOf(role).deleted })
    expect((await world.call(`GET ${base}/${_id}`)).status).toBe(404)
    expect((await world.events('accounts.account.deleted.v1')).map(data => data.accountId)).toContain(_id)
  })
})

describe('accounts of all levels', () => {
  it('send credit down the whole chain without findings in the ledger', async () => {
    const own = await makeChain(world)
    await fund(world, own.admin, 100)
    const admin = await world.actorOf(own.admin.username)
    const sent = await transfer(world, { role: 'player', toUserId: own.player._id, points: 40.5, as: admin })
    expect(sent.body).toMatchObject({
      message: 'Credit transferred successfully.',
      data: { senderWallet: 59.5, receiverWallet: 40.5, players: [{ _id: own.player._id, walletBalance: 40.5 }] },
    })
    expect(await world.ledgerFaults()).toEqual([])
  })

  it('show their suspended ancestor, in lists and details, until it is reactivated', async () => {
    const { areamanager, master, player } = await makeChain(world)
    const suspendedBy = async () => {
      const read = await world.call(`GET /${pathOf('player')}/${player._id}`)
      const list = await world.call(`GET /${pathOf('player')}/all?q=${player.username}`)
      return [read.body.data.suspendedBy, list.body.data[0].suspendedBy]
    }
    const toggle = (role: AccountRole, id: string, action: string) =>
      world.call(`PATCH /${pathOf(role)}/toggle-status/${id}/${action}`)
    expect(await suspendedBy()).toEqual([undefined, undefined])
    await toggle('areamanager', areamanager._id, 'deactivate')
    const high = { _id: areamanager._id, username: areamanager.username }
    expect(await suspendedBy()).toEqual([high, high])
    await toggle('master', master._id, 'deactivate')
    expect((await suspendedBy())[0]).toEqual({ _id: master._id, username: master.username })
    await toggle('master', master._id, 'activate')
    await toggle('areamanager', areamanager._id, 'activate')
    expect(await suspendedBy()).toEqual([undefined, undefined])
  })
})
