import { afterEach, describe, expect, it } from 'vitest'
import { startWorld, type World } from '../testing/world'

let world: World
afterEach(() => world.stop())
const read = { path: '/api/superadmins/all' }

describe('clock skew of svc-accounts', () => {
  it.each([-5_000, 5_000])('has no effect at %i ms', async skewMs => {
    world = await startWorld({ skewMs })
    const { bearer, answer } = await world.signIn()
    expect(answer.status).toBe(200)
    expect((await world.send({ ...read, headers: bearer })).status).toBe(200)
    expect((await world.send({ path: '/api/auth/session', headers: bearer })).status).toBe(200)
  })

  it.each([-120_000, 120_000])('causes a 503 at %i ms and keeps the session', async skewMs => {
    const clock = { skewMs: 0 }
    world = await startWorld({ skewMs: () => clock.skewMs })
    const { bearer } = await world.signIn()
    clock.skewMs = skewMs
    const rejected = await world.send({ ...read, headers: bearer })
    expect([rejected.status, rejected.json.code, rejected.json.reason]).toEqual([
      ...[503, 'UNAVAILABLE', 'SERVICE_TOKEN_REFUSED'],
    ])
    clock.skewMs = 0
    expect((await world.send({ ...read, headers: bearer })).status).toBe(200)
  })

  it.each([-120_000, 120_000])('rejects a sign-in at %i ms with SERVICE_TOKEN_REFUSED', async skewMs => {
    world = await startWorld({ skewMs })
    const { answer } = await world.signIn()
    expect([answer.status, answer.json.reason]).toEqual([503, 'SERVICE_TOKEN_REFUSED'])
  })
})

describe('a second gateway key', () => {
  it('works beside the first, whose sessions stay valid until it is removed', async () => {
    world = await startWorld()
    const next = JSON.stringify(world.keys.privateKeyOf('gateway.next'))
    const following = await world.startAnother({ CASCADE_PRIVATE_JWK: next })
    const old = await world.signIn()
    const login = { method: 'POST', path: '/api/auth/login', json: { username: 'root', password: 'right-password' } }
    const signedIn = await following.send(login)
    expect(signedIn.status).toBe(200)
    const fresh = { authorization: `Bearer ${signedIn.json.token}` }
    for (const headers of [old.bearer, fresh]) {
      expect((await world.send({ ...read, headers })).status).toBe(200)
      expect((await following.send({ ...read, headers })).status).toBe(200)
    }
    await following.stop()

    const keys = world.keys.jwks.keys.filter(({ kid }) => kid !== 'gateway')
    const last = await world.startAnother({ CASCADE_PRIVATE_JWK: next, CASCADE_JWKS: JSON.stringify({ keys }) })
    expect((await last.send({ ...read, headers: fresh })).status).toBe(200)
    expect((await last.send({ ...read, headers: old.bearer })).status).toBe(401)
    await last.stop()
  })
})
