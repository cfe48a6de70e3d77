import { createPublicKey } from 'node:crypto'
import { importJWK, type JWK, SignJWT } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { startWorld } from '../testing/world'

const world = await startWorld()
await world.signIn()
const sessionId = [...world.accounts.sessions.keys()][0] ?? ''
afterAll(() => world.stop())

const statusOf = async (token: string) =>
  (await world.send({ path: '/api/auth/session', headers: { authorization: `Bearer ${token}` } })).status
const now = () => Math.floor(Date.now() / 1000)
const good = () => ({
  iss: 'cascade:gateway',
  aud: 'cascade',
  sub: 'id-root',
  sid: sessionId,
  username: 'root',
  role: 'superadmin',
  iat: now(),
  exp: now() + 600,
})
const header = { alg: 'EdDSA', kid: 'gateway', typ: 'cascade-session+jwt' }

async function forge(claims: Record<string, unknown>, head: Record<string, string> = {}, jwk?: JWK) {
  const key = await importJWK(jwk ?? world.keys.privateKeyOf('gateway'), 'EdDSA')
  return new SignJWT(claims).setProtectedHeader({ ...header, ...head }).sign(key)
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a session token', () => {
  it("signed like the gateway's is accepted", async () => {
    expect(await statusOf(await forge(good()))).toBe(200)
  })

  it('is rejected without a signature or with another algorithm', async () => {
    expect(await statusOf(`${encode({ ...header, alg: 'none' })}.${encode(good())}.`)).toBe(401)
    const { x, kty, crv } = world.keys.privateKeyOf('gateway')
    const pem = createPublicKey({ key: { kty, crv, x }, format: 'jwk' }).export({
      type: 'spki',
      format: 'pem',
    })
    const hs256 = await new SignJWT(good())
      .setProtectedHeader({ ...header, alg: 'HS256' })
      .sign(new TextEncoder().encode(String(pem)))
    expect(await statusOf(hs256)).toBe(401)
    const [head, body] = (await forge(good())).split('.')
    expect(await statusOf(`${head}.${body}.${'A'.repeat(86)}`)).toBe(401)
  })

  it('is rejected for another audience, issuer or type', async () => {
    expect(await statusOf(await forge({ ...good(), aud: 'svc-accounts' }))).toBe(401)
    expect(await statusOf(await forge({ ...good(), iss: 'cascade:svc-accounts' }))).toBe(401)
    expect(await statusOf(await forge(good(), { typ: 'JWT' }))).toBe(401)
    expect(await statusOf(await forge(good(), { typ: 'cascade-service+jwt' }))).toBe(401)
  })

  it('is rejected when expired, without expiry, or valid for too long', async () => {
    expect(await statusOf(await forge({ ...good(), iat: now() - 1860, exp: now() - 60 }))).toBe(401)
    expect(await statusOf(await forge({ ...good(), iat: now() - 600, exp: now() - 1 }))).toBe(401)
    const { exp: _exp, ...endless } = good()
    expect(await statusOf(await forge(endless))).toBe(401)
    expect(await statusOf(await forge({ ...good(), exp: now() + 10 * 365 * 86_400 }))).toBe(401)
    expect(await statusOf(await forge({ ...good(), iat: now() + 3_600, exp: now() + 4_200 }))).toBe(401)
  })

  it('is rejected when signed by a service or by an embedded key', async () => {
    const service = world.keys.privateKeyOf('svc-accounts')
    expect(await statusOf(await forge(good(), { kid: 'svc-accounts' }, service))).toBe(401)
    expect(await statusOf(await forge(good(), {}, service))).toBe(401)
    const { d: _d, ...jwk } = service
    const key = await importJWK(service, 'EdDSA')
    const own = await new SignJWT(good()).setProtectedHeader({ ...header, jwk }).sign(key)
    expect(await statusOf(own)).toBe(401)
    expect(await statusOf(await forge(good(), { kid: '../../gateway' }))).toBe(401)
  })

  it('is rejected with another user’s session or an unknown one', async () => {
    expect(await statusOf(await forge({ ...good(), sub: 'id-other' }))).toBe(401)
    expect(await statusOf(await forge({ ...good(), sid: 'unknown' }))).toBe(401)
  })

  it('has the role of its session only', async () => {
    await world.signIn('player')
    const sid = [...world.accounts.sessions.keys()].at(-1)
    const token = await forge({ ...good(), sid, sub: 'id-player' })
    const headers = { authorization: `Bearer ${token}` }
    expect((await world.send({ path: '/api/superadmins/all', headers })).status).toBe(403)
  })

  it('cannot be replaced by a service token, and is rejected by services', async () => {
    const sign = await world.keys.signerOf('gateway')
    const actor = { accountId: 'id-root', username: 'root', role: 'superadmin' as const, sessionId, ipAddress: '::1' }
    expect(await statusOf(await sign('svc-accounts', actor))).toBe(401)
    expect(await statusOf(await sign('cascade', actor))).toBe(401)
    const direct = await fetch(`${world.accounts.url}/internal/sessions/${sessionId}`, {
      headers: { authorization: `Bearer ${await forge(good())}` },
    })
    expect(direct.status).toBe(401)
  })
})

describe('the gateway', () => {
  it('rejects all users while sessions cannot be checked', async () => {
    const token = await forge(good())
    await world.accounts.stop()
    const headers = { authorization: `Bearer ${token}` }
    expect((await world.send({ path: '/api/auth/session', headers })).status).toBe(503)
    await world.signIn().then(({ answer }) => expect(answer.status).toBe(503))
    await world.accounts.start()
    expect((await world.send({ path: '/api/auth/session', headers })).status).toBe(200)
  })
})
