import { defineFeedCall, EmptyObject, endpoint, internalCall, SuccessResponse } from '@cascade/contracts'
import { importJWK, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { createTokenSigner, createTokenVerifier } from '../auth/tokens'
import { trustedKeys } from '../env'
import { makeActor, makeTestKeys, silentLogger } from '../testing'
import { createServiceApp } from './app'
import { createRouter } from './router'

const ours = await makeTestKeys(['gateway', 'svc-live'])
const theirs = await makeTestKeys(['external.loyalty'])
const [key] = theirs.jwks.keys
const trusted = trustedKeys({ CASCADE_JWKS: ours.jwks, SERVICES: [{ id: 'loyalty', key }] } as Parameters<
  typeof trustedKeys
>[0])

const app = createServiceApp({ logger: silentLogger })
const { serve, serveInternal } = createRouter(app, createTokenVerifier(trusted, 'svc-live'))
const call = { domain: 'live', response: SuccessResponse } as const
serve(endpoint({ ...call, id: 'live.x.read', route: 'GET /x', permission: 'any', summary: 'X' }), async () => ({}))
const internal = { ...call, method: 'GET', path: '/x', callers: ['gateway', 'svc-live'], body: EmptyObject } as const
serveInternal(internalCall(internal), async () => ({ success: true as const }))
serveInternal(defineFeedCall('live'), async () => ({ head: 0, events: [] }))

async function statusesWith(token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ after: 0, limit: 1 })
  const calls = [
    app.request('/api/x', { headers }),
    app.request('/internal/x', { headers }),
    app.request('/internal/feed', { method: 'POST', headers, body }),
  ]
  return (await Promise.all(calls)).map(({ status }) => status)
}

describe('a token of an external service', () => {
  it('opens feeds of events and nothing else, also with an actor', async () => {
    const sign = await theirs.signerOf('external.loyalty')
    expect(await statusesWith(await sign('svc-live'))).toEqual([403, 403, 200])
    expect(await statusesWith(await sign('svc-live', makeActor()))).toEqual([403, 403, 200])
    const gateway = await ours.signerOf('gateway')
    expect(await statusesWith(await gateway('svc-live', makeActor()))).toEqual([200, 200, 403])
  })

  it('cannot be that of the gateway: neither by key id nor by issuer', async () => {
    const privateKey = theirs.privateKeyOf('external.loyalty')
    const sign = await createTokenSigner({ ...privateKey, kid: 'gateway' })
    expect(await statusesWith(await sign('svc-live', makeActor()))).toEqual([401, 401, 401])
    const forged = await new SignJWT({ actor: makeActor() })
      .setProtectedHeader({ alg: 'EdDSA', kid: 'external.loyalty', typ: 'cascade-service+jwt' })
      .setIssuer('cascade:gateway')
      .setAudience('svc-live')
      .setIssuedAt()
      .setExpirationTime('60s')
      .sign(await importJWK(privateKey, 'EdDSA'))
    expect(await statusesWith(forged)).toEqual([401, 401, 401])
  })
})
