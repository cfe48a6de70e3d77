import { defaultPolicy } from '@cascade/contracts/accounts'
import type { Actor } from '@cascade/service-kit'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type Chain, makeChain } from '../../testing/make-accounts'
import { type Answer, makeWorld, testPassword } from '../../testing/world'

let chain: Chain
let clock = Date.now()
const world = await makeWorld({ now: () => new Date(clock) })
afterAll(() => world.close())
beforeEach(async () => {
  clock = Date.now()
  chain = await makeChain(world)
})

async function setPolicy(policy: object) {
  const body = { ...defaultPolicy, ...policy }
  await world.call('POST /auth/step-up', { body: { password: testPassword } })
  expect((await world.call('PUT /security/policy', { body })).status).toBe(200)
}
const check = async (sessionIds: string[], background: string[] = []) =>
  (await world.internal('POST /sessions/check', { sessionIds, background })).body
const stateOf = async ({ sessionId }: Actor, isBackground = false) => {
  const { open, ended } = await check([sessionId], isBackground ? [sessionId] : [])
  return open.length > 0 ? 'open' : (ended[0]?.reason ?? 'ended')
}
const sessionIn = ({ body }: Answer): string => body.sessionId

describe('an idle limit', () => {
  it('ends an unused session after its minutes, and stores the reason', async () => {
    const actor = await world.actorOf(chain.admin.username)
    await setPolicy({ idleMinutes: 2 })
    for (let minute = 0; minute < 4; minute++) {
      clock += 90_000
      expect(await stateOf(actor)).toBe('open')
    }
    clock += 121_000
    expect(await stateOf(actor)).toBe('SESSION_IDLE')
    expect(await stateOf(actor)).toBe('SESSION_IDLE')
    expect((await world.internal(`GET /sessions/${actor.sessionId}`)).status).toBe(404)
  })

  it('ignores background reads, and starts when it is set', async () => {
    const actor = await world.actorOf(chain.admin.username)
    await setPolicy({})
    clock += 300_000
    await setPolicy({ idleMinutes: 2 })
    expect(await stateOf(actor, true)).toBe('open')
    clock += 90_000
    expect(await stateOf(actor, true)).toBe('open')
    clock += 30_000
    expect(await stateOf(actor, true)).toBe('SESSION_IDLE')
  })

  it('counts calls of a view for the own session of the viewer, and ends both without any', async () => {
    const actor = await world.actorOf(chain.admin.username)
    await setPolicy({})
    await setPolicy({ idleMinutes: 2 })
    const view = { sessionId: actor.sessionId, userId: chain.superareamanager._id, reason: 'A question' }
    const { body } = await world.internal('POST /views', { ...view, ipAddress: '10.0.0.9', userAgent: 'vitest' })
    const viewing = { ...actor, sessionId: body.sessionId }
    for (let minute = 0; minute < 4; minute++) {
      clock += 90_000
      expect(await stateOf(viewing)).toBe('open')
    }
    expect(await stateOf(actor, true)).toBe('open')
    clock += 90_000
    expect(await stateOf(viewing, true)).toBe('open')
    clock += 31_000
    expect(await stateOf(viewing, true)).toBe('SESSION_IDLE')
    expect(await stateOf(actor, true)).toBe('SESSION_IDLE')
  })

  it('is stated by a sign-in, and absent without a limit', async () => {
    await setPolicy({ idleMinutes: 7 })
    expect((await world.login(chain.admin.username)).body.idleMinutes).toBe(7)
    await setPolicy({})
    expect((await world.login(chain.admin.username)).body).not.toHaveProperty('idleMinutes')
  })
})

describe('a limit of sessions', () => {
  it('ends the oldest session, also with sign-ins at the same moment', async () => {
    await setPolicy({ sessionsPerAccount: 2 })
    const first = await world.actorOf(chain.admin.username)
    clock += 1_000
    const second = await world.actorOf(chain.admin.username)
    clock += 1_000
    const later = await Promise.all([1, 2].map(() => world.login(chain.admin.username)))
    expect(await stateOf(first)).toBe('SESSION_REPLACED')
    expect(await stateOf(second)).toBe('SESSION_REPLACED')
    expect((await check(later.map(sessionIn))).open).toHaveLength(2)
    expect((await world.events('accounts.session.ended.v1')).at(-1)).toMatchObject({ reason: 'SESSION_REPLACED' })
    await setPolicy({})
  })
})

describe('notices', () => {
  const kindsOf = async (as: Actor) =>
    (await world.call('GET /notices', { as })).body.data.map(({ kind, data }: { kind: string; data: object }) => [
      kind,
      data,
    ])

  it('report a sign-in from a new device or network, but not the very first one', async () => {
    const actor = await world.actorOf(chain.admin.username)
    await world.actorOf(chain.admin.username)
    expect(await kindsOf(actor)).toEqual([])
    await world.actorOf(chain.admin.username, testPassword, '10.0.0.2')
    await world.actorOf(chain.admin.username, testPassword, '10.0.0.2')
    expect(await kindsOf(actor)).toEqual([['new-device', { device: 'vitest', ipAddress: '10.0.0.2' }]])
  })

  it('report a browser once, from however many networks it signs in', async () => {
    const { username } = chain.admin
    const actor = await world.actorOf(username)
    for (let network = 2; network < 8; network++) {
      const browser = { mark: 'phone', isNew: network === 2 }
      const body = { username, password: testPassword, userAgent: 'vitest', ipAddress: `10.0.${network}.1`, browser }
      expect((await world.internal('POST /sessions', body)).status).toBe(200)
    }
    expect(await kindsOf(actor)).toEqual([['new-device', { device: 'vitest', ipAddress: '10.0.2.1' }]])
  })

  it('report a changed password to its owner, with who changed it', async () => {
    const body = { password: 'another-one-9' }
    expect((await world.call(`PUT /admins/${chain.admin._id}`, { body })).status).toBe(200)
    const actor = await world.actorOf(chain.admin.username, body.password)
    const own = { opass: body.password, npass: 'and-a-third-9', cpass: 'and-a-third-9' }
    expect((await world.call('POST /auth/chnagepassword', { as: actor, body: own })).status).toBe(200)
    expect(await kindsOf(actor)).toEqual([
      ['password-changed', { by: actor.username }],
      ['password-changed', { by: 'superadmin' }],
    ])
  })

  it('report added and removed factors, and who removed them', async () => {
    const actor = await world.actorOf(chain.admin.username)
    const row = { accountId: actor.accountId, name: 'Phone', createdAt: new Date(), lastUsedAt: null }
    const secret = world.deps.factorCipher.seal(new Uint8Array(20), actor.accountId)
    const factor = { _id: 'f1', kind: 'totp' as const, secret, lastStep: 0, ...row }
    await world.deps.transaction(tx => world.deps.factors.insert(factor, tx))
    expect((await world.call('POST /security/recovery-codes', { as: actor })).status).toBe(200)
    expect((await world.call('DELETE /security/factors/f1', { as: actor })).status).toBe(200)
    expect((await world.call(`DELETE /security/factors/of/${actor.accountId}`)).status).toBe(200)
    const by = actor.username
    // A reset ends the sessions.
    expect(await kindsOf(await world.actorOf(by))).toEqual([
      ['factors-changed', { change: 'reset', by: 'superadmin' }],
      ['factors-changed', { change: 'removed', by }],
      ['factors-changed', { change: 'codes-replaced', by }],
    ])
  })
})
