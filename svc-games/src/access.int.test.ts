import { type AnyEndpoint, allEndpoints, type Role, roles } from '@cascade/contracts'
import { accountCreated, actorOf, eventually, makeAccount, startServiceWorld } from '@cascade/service-kit/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { gamesService } from './service'

const root = makeAccount()
const admin = makeAccount({ role: 'admin', parent: root })
const rival = makeAccount({ role: 'admin', parent: root })
const manager = makeAccount({ role: 'superareamanager', parent: admin })

const world = await startServiceWorld(gamesService, {}, ['accounts'])
await world.emit('accounts', ...[root, admin, rival, manager].map(accountCreated))
await eventually(async () => (await world.db.collection('accounts').countDocuments()) === 4)
afterAll(() => world.stop())

const accountOf = (role: Role) =>
  [root, admin, manager].find(account => account.role === role) ?? makeAccount({ role, parent: manager })
/** The request line of an endpoint, with ids that do not exist. */
const lineOf = ({ method, path }: AnyEndpoint, id = 'nobody') =>
  `${method} ${path
    .replace(':action', 'activate')
    .replace(':hash', '0'.repeat(64))
    .replace(/:[a-zA-Z]+/g, id)}`
const bodyOf = ({ method }: AnyEndpoint) => (method === 'GET' ? undefined : {})

describe.each(
  allEndpoints.filter(({ domain }) => domain === 'games').map(endpoint => [endpoint.id, endpoint] as const),
)('%s', (_id, endpoint) => {
  it('rejects a request without a token with 401', async () => {
    const [method, path] = lineOf(endpoint).split(' ')
    const answer = await fetch(`${world.url}/api${path}`, { method })
    expect(answer.status).toBe(401)
  })

  it.each(roles)('answers 403 to a %s exactly when the permission table forbids it', async role => {
    const { status } = await world.call(actorOf(accountOf(role)), lineOf(endpoint), bodyOf(endpoint))
    const may = endpoint.roles === 'any' || endpoint.roles.includes(role)
    expect(status === 403).toBe(!may)
    expect(status).not.toBe(500)
  })
})

describe('an admin of another subtree', () => {
  const update = { updates: [{ id: 'x', winpercentage: 5 }] }
  it.each([
    ['GET /game/usergames/', undefined],
    ['GET /percentage/usergames/', undefined],
    ['PUT /percentage/bulk/winpercentage/', update],
  ])('gets 404 from %s, exactly as an admin that does not exist', async (line, body) => {
    const actor = actorOf(admin)
    const [theirs, nobodys] = [
      await world.call(actor, `${line}${rival.accountId}`, body),
      await world.call(actor, `${line}nobody`, body),
    ]
    expect(theirs.status).toBe(404)
    expect({ ...theirs.body, requestId: '' }).toEqual({ ...nobodys.body, requestId: '' })
  })

  it('lists the active games of the own admin for the Live Result menu', async () => {
    const answer = await world.call(actorOf(admin), `GET /game/usergames/${admin.accountId}`)
    expect(answer).toMatchObject({ status: 200, body: { total: 13 } })
    const [game] = answer.body.data as { _id: string }[]
    await world.call(actorOf(root), `PUT /game/${game?._id}/deactivate`)
    expect((await world.call(actorOf(admin), `GET /game/usergames/${admin.accountId}`)).body.total).toBe(12)
    expect((await world.call(actorOf(root), `GET /game/usergames/${root.accountId}`)).body.total).toBe(12)
    expect((await world.call(actorOf(root), `GET /game/usergames/${admin.accountId}`)).body.total).toBe(12)
  })
})
