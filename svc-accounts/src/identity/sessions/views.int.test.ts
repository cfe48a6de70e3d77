import { allEndpoints, changesState } from '@cascade/contracts'
import { AuthorityChanged, viewApi } from '@cascade/contracts/accounts'
import type { ActivityRecorded } from '@cascade/contracts/gateway'
import type { Actor } from '@cascade/service-kit'
import { afterAll, describe, expect, it } from 'vitest'
import { makeAccount, makeTwoTrees } from '../../testing/make-accounts'
import { endView } from './end-views'
import type { ViewSession } from './open-view-store'

const { world, chain, other, admin } = await makeTwoTrees()
afterAll(() => world.close())
const password = 'sunlit-harbour-41'

const begin = ({ sessionId }: Pick<Actor, 'sessionId'>, userId: string) =>
  world.internal('POST /views', { sessionId, userId, reason: 'A question', ipAddress: '10.0.0.9', userAgent: 'vitest' })
const end = (sessionId: string) => world.internal(`DELETE /views/${sessionId}`, { ipAddress: '10.0.0.9' })
async function openOf(sessionId: string) {
  const { body } = await world.internal('POST /sessions/check', { sessionIds: [sessionId] })
  return body.open[0]
}
/** The actor of a view, as the gateway makes it. */
async function viewAs(viewer: Actor, userId: string): Promise<Actor> {
  const { status, body } = await begin(viewer, userId)
  if (status !== 200) throw new Error(JSON.stringify(body))
  const { user, viewer: by } = await openOf(body.sessionId)
  const { _id: accountId, username, role, person } = user
  const view = { accountId, username, role, sessionId: body.sessionId, ipAddress: '10.0.0.9', viewer: by }
  return { ...view, ...(person && { person }) }
}
async function personOf(username: string, rights: string, as = admin) {
  const body = { name: `Name of ${username}`, username, password, rights }
  return (await world.call('POST /people', { as, body })).body.data._id as string
}
type Logged = ActivityRecorded['data']
/** Entries about views that name an account as object, or are its own. */
async function logged(id: string): Promise<Logged[]> {
  const events = await world.events(AuthorityChanged.shape.type.value)
  const entries: Logged[] = events.flatMap(({ activities }) => activities).map(({ data }) => data)
  const operations: unknown[] = [viewApi.begin.id, viewApi.end.id]
  return entries.filter(
    ({ operation, object, accountId }) =>
      operations.includes(operation) && (object?.accountId === id || (accountId === id && !object)),
  )
}
const manager = chain.superareamanager
const newManager = async (as: Actor = admin) => makeAccount(world, 'superareamanager', {}, as)
const isOpen = async ({ sessionId }: Pick<Actor, 'sessionId'>) => (await openOf(sessionId)) !== undefined

describe('a view', () => {
  it('shows what an account below sees, and names the viewer', async () => {
    const { body } = await begin(admin, manager._id)
    const viewer = { id: admin.accountId, username: admin.username, role: 'admin' }
    expect(body).toMatchObject({ user: { username: manager.username }, readOnly: true, viewer })
    const state = (await world.internal(`GET /sessions/${body.sessionId}`)).body
    expect(state).toMatchObject({ user: { username: manager.username }, readOnly: true, viewer })
    const view = await viewAs(admin, manager._id)
    const { data } = (await world.call('GET /areamanager/all', { as: view })).body
    expect(data).toEqual([expect.objectContaining({ _id: chain.areamanager._id })])
    expect((await world.call('GET /people', { as: view })).status).toBe(200)
  })

  it('has the rights of a person, of the own account or of one below', async () => {
    const view = await viewAs(admin, await personOf('cash1', 'cashier'))
    expect(view).toMatchObject({ accountId: admin.accountId, person: { name: 'Name of cash1' } })
    expect((await world.call('GET /people', { as: view })).status).toBe(403)
    expect((await world.call('GET /superareamanager/all', { as: view })).status).toBe(200)
    const below = await viewAs(world.superadmin, await personOf('cash2', 'cashier'))
    expect(below).toMatchObject({ accountId: admin.accountId, person: { name: 'Name of cash2' } })
    const entries = (await logged(admin.accountId)).map(({ does, person }) => [does, person?.name])
    expect(entries).toEqual([
      ['views as Name of cash1 of {object}', undefined],
      ['views as Name of cash2 of {object}', undefined],
      [`is viewed by ${world.superadmin.username}`, 'Name of cash2'],
    ])
  })

  it('may call nothing that changes state', async () => {
    const viewer = { id: 'viewer', username: 'viewer', role: 'superadmin' }
    const owners = [world.superadmin, admin]
    const allowed: string[] = []
    for (const { id, domain, method, path, roles } of allEndpoints.filter(changesState)) {
      const owner = owners.find(({ role }) => roles === 'any' || roles.includes(role))
      if (domain !== 'accounts' || roles === 'public' || !owner) continue
      const line = `${method} ${path.replace(/:[a-zA-Z]+/g, 'missing')}`
      const sent = method === 'GET' ? {} : { body: {} }
      const { body } = await world.call(line, { as: { ...owner, viewer }, ...sent })
      if (body.reason !== 'VIEW_ONLY') allowed.push(id)
    }
    expect(allowed).toEqual([])
  })

  it('is neither a proof nor a sign-in of the account, and leaves its sessions', async () => {
    const { username, _id } = await newManager()
    const theirs = await world.actorOf(username)
    const read = async () => {
      const { lastLogin, isLoggedIn } = (await world.call(`GET /superareamanager/${_id}`, { as: admin })).body.data
      return { lastLogin, isLoggedIn }
    }
    const before = await read()
    const view = await viewAs(admin, _id)
    expect(await read()).toEqual(before)
    expect(await isOpen(theirs)).toBe(true)
    expect(Date.parse((await openOf(view.sessionId)).provenUntil)).toBeLessThan(Date.parse('2000-01-01'))
    expect((await world.call(`GET /sessions/${_id}`, { as: admin })).body.total).toBe(1)
  })

  it('is for accounts below and their people only', async () => {
    const owner = await world.actorOf(manager.username)
    const person = await personOf('mona', 'manager')
    for (const [viewer, userId] of [
      [owner, admin.accountId],
      [owner, person],
      [admin, admin.accountId],
      [admin, other.admin._id],
      [admin, chain.player._id],
      [admin, 'missing'],
    ] as const)
      expect((await begin(viewer, userId)).status).toBe(404)
    const mona = await world.actorOf('mona', password)
    expect((await begin(mona, manager._id)).status).toBe(404)
    expect((await begin(await viewAs(admin, manager._id), chain.areamanager._id)).status).toBe(401)
  })

  it('ends for the own session, and an earlier one ends with the next', async () => {
    const [first, second] = [await viewAs(admin, manager._id), await viewAs(admin, chain.areamanager._id)]
    expect([await isOpen(first), await isOpen(second)]).toEqual([false, true])
    const { status, body } = await end(second.sessionId)
    expect([status, body.sessionId, body.user.username]).toEqual([200, admin.sessionId, admin.username])
    expect(body.viewer).toBeUndefined()
    expect(await isOpen(second)).toBe(false)
    expect((await end(admin.sessionId)).status).toBe(401)
  })

  it('ends with the own session, which a sign-out ends too', async () => {
    const again = () => world.actorOf(admin.username)
    const [left, signedOut] = [await again(), await again()]
    const [first, second] = [await viewAs(left, manager._id), await viewAs(signedOut, manager._id)]
    await world.internal(`DELETE /sessions/${left.sessionId}`, {})
    expect([await isOpen(first), (await end(first.sessionId)).status]).toEqual([false, 401])
    await world.internal(`DELETE /sessions/${second.sessionId}`, {})
    expect([await isOpen(second), await isOpen(signedOut)]).toEqual([false, false])
  })

  it('ends when the account is deactivated', async () => {
    const { _id } = await newManager()
    const view = await viewAs(admin, _id)
    const toggled = await world.call(`PATCH /superareamanager/toggle-status/${_id}/deactivate`, { as: admin, body: {} })
    expect(toggled.status).toBe(200)
    expect(await isOpen(view)).toBe(false)
    expect((await begin(admin, _id)).body.code).toBe('UNPROCESSABLE')
  })

  it('ends when the viewer loses the right', async () => {
    const own = { name: 'Views', permissions: ['people.manage'] }
    const { _id: rights } = (await world.call('POST /rights', { as: admin, body: own })).body.data
    await personOf('vera', rights)
    const vera = await world.actorOf('vera', password)
    const view = await viewAs(vera, manager._id)
    expect(view.viewer).toMatchObject({ username: admin.username, person: { name: 'Name of vera' } })
    const body = { ...own, permissions: ['people.manage:read'] }
    expect((await world.call(`PUT /rights/${rights}`, { as: admin, body })).status).toBe(200)
    expect([await isOpen(vera), await isOpen(view)]).toEqual([true, false])
  })

  it('is logged for viewer and account, begin and end, without the address of the viewer', async () => {
    const { _id, username } = await newManager()
    await end((await viewAs(admin, _id)).sessionId)
    const own = { username: admin.username, ipAddress: '10.0.0.9' }
    const theirs = { username, ipAddress: '' }
    expect(await logged(_id)).toMatchObject([
      { ...own, does: 'views as {object}', note: 'A question' },
      { ...theirs, does: `is viewed by ${admin.username}`, note: 'A question' },
      { ...own, does: 'no longer views as {object}' },
      { ...theirs, does: `is no longer viewed by ${admin.username}` },
    ])
  })
})

describe('the end of a view', () => {
  const viewOf = async (username: string) => {
    const row = await world.db.collection<ViewSession>('open_views').findOne({ username })
    if (!row) throw new Error('The view is not stored')
    return row
  }
  const ends = async (id: string) =>
    (await logged(id)).filter(({ operation }) => operation === viewApi.end.id).map(({ does }) => does)
  const endOfBoth = (viewer: Actor) => ['no longer views as {object}', `is no longer viewed by ${viewer.username}`]
  /** A viewer of its own, and the account that it sees. */
  async function beginView() {
    const { username } = await newManager()
    const viewer = await world.actorOf(username)
    const { _id } = await makeAccount(world, 'areamanager', {}, viewer)
    const view = await viewAs(viewer, _id)
    return { viewer, _id, view, row: await viewOf(username) }
  }

  it('is logged at its moment, once by two instances, though the database has removed its session', async () => {
    await world.startAnother()
    const { viewer, _id, row } = await beginView()
    const expiresAt = new Date(Date.now() - 3_600_000)
    await world.db.collection<ViewSession>('open_views').updateOne({ _id: row._id }, { $set: { expiresAt } })
    await world.db.collection<ViewSession>('sessions').deleteOne({ _id: row._id })
    await expect.poll(() => ends(_id), { timeout: 30_000 }).toEqual(endOfBoth(viewer))
    const activities = (await world.events(AuthorityChanged.shape.type.value)).flatMap(event => event.activities)
    const own = activities.filter(({ data }) => data.operation === viewApi.end.id && data.object?.accountId === _id)
    expect(own).toMatchObject([{ at: expiresAt.toISOString(), data: { ipAddress: '10.0.0.9' } }])
  })

  it('is logged once, whichever instances end it', async () => {
    const { viewer, _id, row } = await beginView()
    const cause = { ipAddress: '', requestId: 'r1' }
    await Promise.all([endView(world.deps, row, cause), endView(world.deps, row, cause)])
    await endView(world.deps, row, cause)
    expect(await ends(_id)).toEqual(endOfBoth(viewer))
  })

  it('is logged when the viewer signs out or begins another view', async () => {
    const { viewer, _id, view } = await beginView()
    const { _id: nextId } = await makeAccount(world, 'areamanager', {}, viewer)
    const next = await viewAs(viewer, nextId)
    expect([await isOpen(view), await ends(_id)]).toEqual([false, endOfBoth(viewer)])
    await world.internal(`DELETE /sessions/${next.sessionId}`, {})
    await expect.poll(() => ends(nextId), { timeout: 30_000 }).toEqual(endOfBoth(viewer))
  })
})

describe('the limit of sessions', () => {
  it('does not count views', async () => {
    expect((await world.call('PUT /security/policy', { body: { sessionsPerAccount: 2 } })).status).toBe(200)
    const { username } = await newManager()
    const viewer = await world.actorOf(username)
    const below = await makeAccount(world, 'areamanager', {}, viewer)
    const view = await viewAs(viewer, below._id)
    await world.actorOf(username)
    expect([await isOpen(viewer), await isOpen(view)]).toEqual([true, true])
  })
})
