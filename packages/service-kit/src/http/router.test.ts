import { defineFeedCall, EmptyObject, endpoint, internalCall, SuccessResponse } from '@cascade/contracts'
import { importJWK, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { createTokenSigner, createTokenVerifier } from '../auth/tokens'
import { trustedKeys } from '../runtime/env'
import { makeActor, makeTestKeys, silentLogger } from '../testing'
import { createServiceApp } from './app'
import { createRouter } from './router'

const ours = await makeTestKeys(['gateway', 'svc-live'])
const theirs = await makeTestKeys(['external.loyalty'])
const [key] = theirs.jwks.keys
const trusted = trustedKeys({
  CASCADE_JWKS: ours.jwks,
  SERVICES: [{ id: 'loyalty', key, feeds: ['live'] }],
} as Parameters<typeof trustedKeys>[0])

const envelope = { id: 'e', at: '2026-01-01T00:00:00.000Z', correlationId: 'c', causationId: null }
const actor = { id: 'a', username: 'north', role: 'admin' }
const events = [
  { ...envelope, type: 'accounts.run.acted.v1', seq: 1, actor, data: { activities: [{ ipAddress: '192.0.2.1' }] } },
  { ...envelope, type: 'live.x.v1', seq: 2, actor, data: { x: 1 } },
  { ...envelope, type: 'live.y.v1', seq: 3, actor, data: { y: 1, call: { ipAddress: '192.0.2.1' } } },
]
const app = createServiceApp({ logger: silentLogger })
const { serve, serveInternal } = createRouter(app, createTokenVerifier(trusted, 'svc-live'))
const call = { domain: 'live', response: SuccessResponse } as const
serve(endpoint({ ...call, id: 'live.x.read', route: 'GET /x', permission: 'any', summary: 'X' }), async () => ({}))
const internal = { ...call, method: 'GET', path: '/x', callers: ['gateway', 'svc-live'], body: EmptyObject } as const
serveInternal(internalCall(internal), async () => ({ success: true as const }))
serveInternal(defineFeedCall('live'), async () => ({ head: 3, events }))
serveInternal(defineFeedCall('accounts', 'credit'), async () => ({ head: 0, events: [] }))

const postFeed = (token: string, path: string) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return app.request(`/internal/feed${path}`, { method: 'POST', headers, body: JSON.stringify({ after: 0, limit: 9 }) })
}

async function statusesWith(token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const calls = [
    app.request('/api/x', { headers }),
    app.request('/internal/x', { headers }),
    postFeed(token, ''),
    postFeed(token, '/credit'),
  ]
  return (await Promise.all(calls)).map(({ status }) => status)
}

describe('a token of an external service', () => {
  it('opens the feeds of its entry and nothing else, also with an actor', async () => {
    const sign = await theirs.signerOf('external.loyalty')
    expect(await statusesWith(await sign('svc-live'))).toEqual([403, 403, 200, 403])
    expect(await statusesWith(await sign('svc-live', makeActor()))).toEqual([403, 403, 200, 403])
    const gateway = await ours.signerOf('gateway')
    expect(await statusesWith(await gateway('svc-live', makeActor()))).toEqual([200, 200, 403, 403])
  })

  it('gets activities of operators as numbers without actor and data, and bookings without their call, unlike our services', async () => {
    const read = async (token: string) => (await postFeed(token, '')).json()
    const [withheld, plain, booked] = events
    const stub = { ...withheld, actor: null, data: null }
    const sign = await theirs.signerOf('external.loyalty')
    expect(await read(await sign('svc-live'))).toEqual({
      head: 3,
      events: [stub, plain, { ...booked, data: { y: 1 } }],
    })
    const own = await ours.signerOf('svc-live')
    expect(await read(await own('svc-live'))).toEqual({ head: 3, events })
  })

  it('cannot be that of the gateway: neither by key id nor by issuer', async () => {
    const privateKey = theirs.privateKeyOf('external.loyalty')
    const sign = await createTokenSigner({ ...privateKey, kid: 'gateway' })
    expect(await statusesWith(await sign('svc-live', makeActor()))).toEqual([401, 401, 401, 401])
    const forged = await new SignJWT({ actor: makeActor() })
      .setProtectedHeader({ alg: 'EdDSA', kid: 'external.loyalty', typ: 'cascade-service+jwt' })
      .setIssuer('cascade:gateway')
      .setAudience('svc-live')
      .setIssuedAt()
      .setExpirationTime('60s')
      .sign(await importJWK(privateKey, 'EdDSA'))
    expect(await statusesWith(forged)).toEqual([401, 401, 401, 401])
  })
})
