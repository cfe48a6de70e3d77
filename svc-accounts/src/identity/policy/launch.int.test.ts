import { afterAll, describe, expect, it } from 'vitest'
import { makeAccount } from '../../testing/make-accounts'
import { makeWorld } from '../../testing/world'

const world = await makeWorld()
afterAll(() => world.close())

describe('items before going live', () => {
  it('end when they are done, or accepted by a superadmin with a reason in the log', async () => {
    await makeAccount(world, 'admin')
    const read = async () => (await world.internal('POST /launch', {})).body
    expect(await read()).toEqual({ open: ['secondFactor', 'secondSuperadmin', 'creditLines', 'strict'], accepted: [] })
    await world.call('PUT /security/policy', { body: { strict: true } })
    const accept = (body: object) => world.call('POST /launch/creditLines/accept', { body })
    expect((await accept({ reason: '' })).status).toBe(400)
    expect((await accept({ reason: 'One admin, our own' })).status).toBe(200)
    expect(await read()).toEqual({
      open: ['secondFactor', 'secondSuperadmin', 'creditLines'],
      accepted: ['creditLines'],
    })
    const [change] = (await world.events('accounts.authority.changed.v1')).flatMap(event => event.activities).slice(-1)
    expect(change?.data.does).toContain('One admin, our own')
  })
})
