import { type AccountRole, type AnyEndpoint, errorTexts, type TreeRole, treeRoles } from '@cascade/contracts'
import { accountEndpoints, levelOf } from '@cascade/contracts/accounts'
import type { Actor } from '@cascade/service-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Made, makeAccount, personFor } from '../testing/make-accounts'
import { makeWorld, testPassword } from '../testing/world'

type Subtree = Partial<Record<AccountRole, Made>>
/** Actors: one account per role, each below the previous one. */
const actors = new Map<TreeRole, Actor>()
/** Targets by position: in the actors' own line, sibling, below a sibling, in another tree, deleted. */
const positions = new Map<string, Subtree>()
const parents = new Map<string, string>()
const takenEmail = 'taken@example.com'

async function growSubtree(start: Subtree): Promise<Subtree> {
  const branch: Subtree = { ...start }
  for (const role of treeRoles.slice(1)) {
    const above = treeRoles[treeRoles.indexOf(role) - 1] as TreeRole
    if (branch[role] || !branch[above]) continue
    branch[role] = await grow(role, branch[above]._id)
  }
  return branch
}

async function grow(role: AccountRole, parentId: string): Promise<Made> {
  const account = await makeAccount(world, role, { refId: parentId })
  parents.set(account._id, parentId)
  return account
}

async function sidesOf(branch: Subtree): Promise<Subtree> {
  const sides: Subtree = {}
  for (const role of ['gift', 'loan', 'otc'] as const) {
    const { data } = (await world.call(`GET /${role}/all`)).body
    sides[role] = data.find((row: { refId: { _id: string } }) => row.refId._id === branch.admin?._id)
    parents.set(sides[role]?._id ?? '', branch.admin?._id ?? '')
  }
  return sides
}

const world = await makeWorld()
beforeAll(async () => {
  const superadmin = { _id: world.superadmin.accountId, role: 'superadmin' } as Made
  const mine = await growSubtree({ superadmin })
  const second = await makeAccount(world, 'superadmin', { email: takenEmail })
  const besides: Subtree = { superadmin: second }
  const cousins: Subtree = {}
  for (const role of ['admin', 'superareamanager', 'areamanager', 'master', 'player'] as const) {
    const above = mine[treeRoles[treeRoles.indexOf(role) - 1] as TreeRole] as Made
    besides[role] = await grow(role, above._id)
    const branch = await growSubtree({ [role]: besides[role] })
    Object.assign(cousins, branch, { [role]: cousins[role] ?? besides[role] })
  }
  const foreign = await growSubtree({ superadmin: second })
  const gone = { _id: (await grow('player', mine.master?._id ?? ''))._id } as Made
  await world.call(`DELETE /player/${gone._id}`)
  positions.set('own line', { ...mine, ...(await sidesOf(mine)) })
  positions.set('beside', { ...besides, ...(await sidesOf(besides)) })
  positions.set('below a neighbour', cousins)
  positions.set('another tree', { ...foreign, ...(await sidesOf(foreign)) })
  positions.set('deleted', Object.fromEntries(Object.keys(positions.get('own line') ?? {}).map(role => [role, gone])))
  for (const role of treeRoles) {
    const username = role === 'superadmin' ? 'superadmin' : (mine[role]?.username ?? '')
    actors.set(role, role === 'superadmin' ? world.superadmin : await world.actorOf(username))
  }
})
afterAll(() => world.close())

/** Independent implementation of the scope rule, by walking up the tree. */
function isVisible(actor: Actor, id: string, position: string): boolean {
  if (position === 'deleted') return false
  if (actor.role === 'superadmin') return true
  for (let at: string | undefined = id; at; at = parents.get(at)) if (at === actor.accountId) return true
  return false
}

/** A request that changes nothing if it is allowed, and the statuses that show that it was. */
function requestOf(endpoint: AnyEndpoint, role: AccountRole, target: Made) {
  const parentId = parents.get(target._id) ?? 'nobody'
  const fill = (path: string) =>
    path
      .replace(':parentId', endpoint.path.endsWith('/children') ? target._id : parentId)
      .replace(/:(id|childId|userId)/, target._id)
      .replace(':action', 'activate')
  const money = { toUserId: target._id, password: testPassword }
  const verb = endpoint.id.split('.').at(-1)
  const line = `${endpoint.method} ${fill(endpoint.path)}`
  // Issues points, which always succeeds: a small amount, so that the amounts below stay unaffordable.
  if (endpoint.id === 'accounts.superadmin.transfer') {
    return { line, body: { ...money, transferAmount: 0.01 }, allowed: [200, 400] }
  }
  if (verb === 'transfer') return { line, body: { ...money, transferAmount: 1e9 }, allowed: [400] }
  if (verb === 'adjust') return { line, body: { ...money, adjustAmount: 1e9 }, allowed: [400] }
  if (verb === 'create') return { line, body: personFor(role, { email: takenEmail }), allowed: [409] }
  if (verb === 'update') return { line, body: {}, allowed: [200] }
  if (verb === 'remove') return { line, allowed: [409, 200] }
  // It is not deleted.
  if (verb === 'restore') return { line, allowed: [409] }
  return { line, allowed: [200] }
}

/** The level of an endpoint's target; the target of a creation below a parent is the parent. */
function subjectOf(endpoint: AnyEndpoint): { role: AccountRole; created: AccountRole } {
  const [, base = '', kind] = endpoint.id.split('.')
  const role = base as AccountRole
  if (kind !== 'children') return { role, created: role }
  const child = treeRoles[treeRoles.indexOf(role as TreeRole) + 1] as TreeRole
  return endpoint.path.endsWith('/children') ? { role, created: child } : { role: child, created: child }
}

/** Endpoints with a target; lists and creations have their own tests. */
const aimed = accountEndpoints.filter(({ path }) => path.includes(':') || /credit-(transfer|adjust)$/.test(path))
/** Levels without children are deleted for real, with a fresh account. */
const deletable = (role: AccountRole) => role === 'player' || ['gift', 'loan', 'otc'].includes(role)

describe.each(aimed.map(endpoint => [endpoint.id, endpoint] as const))('%s', (_, endpoint) => {
  it('is allowed exactly for the roles and scopes of the matrix, and out of scope is not found', async () => {
    const { role, created } = subjectOf(endpoint)
    for (const [actorRole, as] of actors) {
      for (const [position, branch] of positions) {
        let target = branch[role]
        // The only call that finds a deleted account, and would restore it for the others.
        if (!target || (position === 'deleted' && endpoint.id === 'accounts.player.restore')) continue
        const opens = (endpoint.roles as readonly string[]).includes(actorRole)
        const visible = isVisible(as, target._id, position)
        const isRemoval = endpoint.id.endsWith('.remove')
        if (isRemoval && opens && visible) {
          if (!deletable(role) && position !== 'own line') continue
          if (deletable(role)) target = await grow(role, parents.get(target._id) ?? '')
        }
        const { line, body, allowed } = requestOf(endpoint, created, target)
        const answer = await world.call(line, { as, ...(body ? { body } : {}) })
        const label = `${actorRole} → ${position}: ${line} ${answer.body.message}`
        if (!opens) expect([label, answer.status]).toEqual([label, 403])
        else if (visible) expect([label, allowed.includes(answer.status)]).toEqual([label, true])
        else {
          const { requestId: _id, ...rest } = answer.body
          expect([label, rest]).toEqual([label, { success: false, message: errorTexts.notFound, code: 'NOT_FOUND' }])
        }
      }
    }
  })

  it('requires a token of the gateway', async () => {
    const path = `/api${endpoint.path.replace(/:\w+/g, 'someone')}`
    const without = await world.request(path, { method: endpoint.method })
    expect(without.status).toBe(401)
    const reports = await world.keys.signerOf('svc-reports')
    const headers = { authorization: `Bearer ${await reports('svc-accounts', world.superadmin)}` }
    expect((await world.request(path, { method: endpoint.method, headers })).status).toBe(403)
    const other = { authorization: `Bearer ${await world.gatewayToken('svc-games', world.superadmin)}` }
    expect((await world.request(path, { method: endpoint.method, headers: other })).status).toBe(401)
  })
})

describe.each(treeRoles.slice(1))('POST /%s/create', role => {
  it('accepts only parents in scope', async () => {
    const above = treeRoles[treeRoles.indexOf(role) - 1] as TreeRole
    for (const [actorRole, as] of actors) {
      for (const [position, branch] of positions) {
        const parent = branch[above]
        if (!parent) continue
        const body = personFor(role, { email: takenEmail, refId: parent._id })
        const { status } = await world.call(`POST /${levelOf(role).path}/create`, { as, body })
        const opens = treeRoles.indexOf(actorRole) < treeRoles.indexOf(role)
        const expected = !opens ? 403 : isVisible(as, parent._id, position) ? 409 : 404
        expect([actorRole, position, status]).toEqual([actorRole, position, expected])
      }
    }
  })
})

describe.each([...treeRoles.slice(1), 'gift', 'loan', 'otc'] as const)('GET /%s/all', role => {
  it('lists exactly the accounts in scope', async () => {
    for (const [actorRole, as] of actors) {
      const answer = await world.call(`GET /${levelOf(role).path}/all`, { as })
      if (answer.status === 403) continue
      const candidates = [...positions].flatMap(([position, branch]) =>
        branch[role] ? [[position, branch[role]._id] as const] : [],
      )
      const listed = new Set(answer.body.data.map((row: { _id: string }) => row._id))
      for (const [position, id] of candidates) {
        expect([actorRole, position, listed.has(id)]).toEqual([actorRole, position, isVisible(as, id, position)])
      }
    }
  })
})
