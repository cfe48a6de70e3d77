import { type AnyEndpoint, allEndpoints, childRoleOf, exampleOf, type Role, roles } from '@cascade/contracts'
import { importJWK, SignJWT } from 'jose'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import type { Session } from '../support/api'
import { api, newSuperadmin } from '../support/suite'
import { type Branch, createBranch, newAccount } from '../support/world'

const accountLevels: readonly Role[] = roles.filter(role => role !== 'user')
const backOffice = ['superadmin', 'admin', 'superareamanager', 'areamanager', 'master', 'player'] as const
const sessions = new Map<Role, Session>()
let foreign: Branch
let expired: string

beforeAll(async () => {
  const superadmin = await newSuperadmin()
  const branch = await createBranch(api, superadmin)
  for (const role of backOffice)
    sessions.set(role, role === 'superadmin' ? superadmin : await api.login(branch[role].username))
  foreign = await createBranch(api, superadmin)
  expired = await expiredTokenOf(sessionOf('admin'))
})

const guarded = allEndpoints.filter(endpoint => endpoint.roles !== 'public')
const pathOf = (endpoint: AnyEndpoint, params: Record<string, string>) =>
  endpoint.path.replace(/:([a-zA-Z]+)/g, (_, name: string) => params[name] ?? 'missing')
const sessionOf = (role: Role) => {
  const session = sessions.get(role)
  if (!session) throw new Error(`no session for role ${role}`)
  return session
}

describe.each(guarded.map(endpoint => [endpoint.id, endpoint] as const))('%s', (_id, endpoint) => {
  const send = (token?: string) =>
    api.send(endpoint.method, pathOf(endpoint, {}), { ...(token ? { token } : {}), ...bodyFor(endpoint) })

  it('returns 401 without a token and with an expired one', async () => {
    for (const answer of [await send(), await send(expired)]) {
      expect(answer.status).toBe(401)
      expect(answer.body).toMatchObject({ success: false, code: 'UNAUTHENTICATED', message: 'Please log in again.' })
      expect(answer.body.requestId).toEqual(expect.any(String))
    }
  })

  const allowed: readonly Role[] = endpoint.roles === 'any' ? roles : (endpoint.roles as readonly Role[])
  const forbidden = backOffice.filter(role => !allowed.includes(role))
  if (forbidden.length > 0)
    it('returns 403 to every role without permission', async () => {
      for (const role of forbidden) {
        const answer = await send(sessionOf(role).token)
        expect({ role, status: answer.status }).toEqual({ role, status: 403 })
        expect(answer.body).toMatchObject({ success: false, code: 'FORBIDDEN' })
      }
    })

  const names = [...endpoint.path.matchAll(/:([a-zA-Z]+)/g)].map(match => String(match[1]))
  const target = targetRoleOf(endpoint)
  const below = allowed.filter(role => role !== 'superadmin' && (backOffice as readonly Role[]).includes(role))
  if (target && below.length > 0)
    it('returns the same 404 for a foreign id as for a missing one', async () => {
      for (const role of below) {
        if (role === 'player' && endpoint.roles !== 'any') continue
        const token = sessionOf(role).token
        const ofForeign = Object.fromEntries(names.map(name => [name, foreignId(name, endpoint)]))
        const ofNobody = Object.fromEntries(names.map(name => [name, name === 'action' ? 'activate' : 'nobody']))
        const [there, missing] = [
          await api.send(endpoint.method, pathOf(endpoint, ofForeign), { token, ...bodyFor(endpoint) }),
          await api.send(endpoint.method, pathOf(endpoint, ofNobody), { token, ...bodyFor(endpoint) }),
        ]
        expect({ role, status: there.status }).toEqual({ role, status: 404 })
        expect(withoutId(there.body)).toEqual(withoutId(missing.body))
      }
    })
})

const withoutId = ({ requestId: _, ...body }: Record<string, unknown>) => body

/** From ids like `accounts.master.update` and `accounts.masterChildren.update`. */
const levelOf = ({ id }: AnyEndpoint) => id.split('.')[1]?.replace(/Children$/, '') as Role

function targetRoleOf(endpoint: AnyEndpoint): Role | undefined {
  if (endpoint.domain !== 'accounts' || !endpoint.path.includes(':') || endpoint.path.startsWith('/geo')) return
  // A foreign transfer is `unknown`, like a missing one.
  if (endpoint.path.includes(':transferId')) return
  // No account in the path; `views.int.test` covers foreign saved views.
  if (endpoint.path.startsWith('/views')) return
  const level = levelOf(endpoint)
  return accountLevels.includes(level) ? level : 'player'
}

function foreignId(name: string, endpoint: AnyEndpoint): string {
  if (name === 'action') return 'activate'
  const role = targetRoleOf(endpoint)
  if (role === 'superadmin' || !role) return foreign.admin._id
  if (name === 'childId') {
    const order = ['admin', 'superareamanager', 'areamanager', 'master', 'player'] as const
    return foreign[order[order.indexOf(role as 'admin') + 1] ?? 'player']._id
  }
  return foreign[role as 'admin']._id
}

/** A body that passes validation as far as possible, so that scope decides the response. */
function bodyFor(endpoint: AnyEndpoint): { body?: unknown } {
  if (endpoint.method === 'GET') return {}
  if (endpoint.id.endsWith('.transfer')) {
    return { body: { toUserId: foreign?.player?._id ?? 'x', transferAmount: 1, password: 'cascade-demo' } }
  }
  if (endpoint.id.endsWith('.adjust')) {
    return { body: { toUserId: foreign?.player?._id ?? 'x', adjustAmount: 1, password: 'cascade-demo' } }
  }
  const child = endpoint.id.endsWith('Children.create') && childRoleOf(levelOf(endpoint))
  if (child) return { body: newAccount(child) }
  return { body: endpoint.id.endsWith('.update') ? { city: 'Pune' } : exampleOf(endpoint).body }
}

/** A token signed with the gateway key whose session expired an hour ago. */
async function expiredTokenOf(session: Session): Promise<string> {
  const [head, payload] = session.token.split('.').map(part => Buffer.from(String(part), 'base64url').toString())
  const jwk = (JSON.parse(inject('suiteKeys')) as { kid: string }[]).find(key => key.kid === 'gateway')
  const claims = { ...JSON.parse(String(payload)), iat: hoursAgo(2), exp: hoursAgo(1) }
  return new SignJWT(claims).setProtectedHeader(JSON.parse(String(head))).sign(await importJWK(jwk ?? {}, 'EdDSA'))
}
const hoursAgo = (hours: number) => Math.floor(Date.now() / 1000) - hours * 3600
