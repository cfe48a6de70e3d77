import { allEndpoints, exampleOf, type Role } from '@cascade/contracts'
import { importJWK, SignJWT } from 'jose'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import type { Session } from '../support/api'
import { api, newSuperadmin } from '../support/suite'
import { createBranch } from '../support/world'

const backOffice = ['superadmin', 'admin', 'superareamanager', 'areamanager', 'master', 'player'] as const
const sessions = new Map<Role, Session>()
let expired: string

beforeAll(async () => {
  const superadmin = await newSuperadmin()
  const branch = await createBranch(api, superadmin)
  for (const role of backOffice)
    sessions.set(role, role === 'superadmin' ? superadmin : await api.login(branch[role].username))
  expired = await expiredTokenOf(superadmin)
})

const guarded = allEndpoints.filter(endpoint => endpoint.roles !== 'public')

// Integration tests of each service cover which accounts a permitted role reaches.
describe.each(guarded.map(endpoint => [endpoint.id, endpoint] as const))('the call %s', (_id, endpoint) => {
  const path = endpoint.path.replace(/:[a-zA-Z]+/g, 'missing')
  const body = endpoint.method === 'GET' ? {} : { body: exampleOf(endpoint).body }
  const send = (token?: string) => api.send(endpoint.method, path, { ...(token ? { token } : {}), ...body })

  it('returns 401 without a token and with an expired one', async () => {
    for (const answer of [await send(), await send(expired)]) {
      expect(answer.status).toBe(401)
      expect(answer.body).toMatchObject({ success: false, code: 'UNAUTHENTICATED', message: 'Please log in again.' })
      expect(answer.body.requestId).toEqual(expect.any(String))
    }
  })

  const allowed = endpoint.roles as 'any' | readonly Role[]
  const forbidden = allowed === 'any' ? [] : backOffice.filter(role => !allowed.includes(role))
  if (forbidden.length > 0)
    it('returns 403 to every role without permission', async () => {
      for (const role of forbidden) {
        const answer = await send(sessions.get(role)?.token)
        expect({ role, status: answer.status }).toEqual({ role, status: 403 })
        expect(answer.body).toMatchObject({ success: false, code: 'FORBIDDEN' })
      }
    })
})

/** A token signed with the gateway key whose session expired an hour ago. */
async function expiredTokenOf(session: Session): Promise<string> {
  const [head, payload] = session.token.split('.').map(part => Buffer.from(String(part), 'base64url').toString())
  const jwk = (JSON.parse(inject('suiteKeys')) as { kid: string }[]).find(key => key.kid === 'gateway')
  const claims = { ...JSON.parse(String(payload)), iat: hoursAgo(2), exp: hoursAgo(1) }
  return new SignJWT(claims).setProtectedHeader(JSON.parse(String(head))).sign(await importJWK(jwk ?? {}, 'EdDSA'))
}
const hoursAgo = (hours: number) => Math.floor(Date.now() / 1000) - hours * 3600
