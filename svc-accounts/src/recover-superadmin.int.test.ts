import { Secret, TOTP } from 'otpauth'
import { afterAll, describe, expect, it } from 'vitest'
import { recoverSuperadmin } from './recover-superadmin'
import { makeWorld } from './testing/world'

const world = await makeWorld()
afterAll(() => world.close())

describe('the recover command', () => {
  it('lets a superadmin in without its password, factors and networks, and logs it', async () => {
    const { accountId, sessionId } = world.superadmin
    const { secret } = (await world.call('POST /security/totp/begin', { body: {} })).body
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    expect((await world.call('POST /security/totp/confirm', { body: { code } })).status).toBe(200)
    const rule = { networks: ['10.0.0.0/8'], below: false }
    expect((await world.call(`PUT /security/networks/${accountId}`, { body: rule })).status).toBe(200)

    const password = await recoverSuperadmin(world, 'superadmin')
    expect((await world.login('superadmin', password, '192.0.2.1')).body).toHaveProperty('sessionId')
    expect((await world.login('superadmin')).status).toBe(401)
    expect((await world.internal('POST /sessions/check', { sessionIds: [sessionId] })).body.open).toEqual([])
    const activities = (await world.events('accounts.authority.changed.v1')).flatMap(event => event.activities)
    expect(activities.at(-1)?.data).toMatchObject({ username: 'recover command', object: { username: 'superadmin' } })
    await expect(recoverSuperadmin(world, 'unknown')).rejects.toThrow()
  })
})
