import type { Db } from 'mongodb'
import { describe, expect, it, onTestFinished } from 'vitest'
import { accountsOf, accountTreeFeed } from '../replicas/accounts'
import { accountCreated, makeAccount, makeTestKeys } from '../testing'
import { eventually, startServiceWorld } from '../testing/world'
import type { Service } from './service'

const service: Service<Db, string> = {
  name: 'loyalty-points',
  collections: [],
  feeds: [accountTreeFeed('loyalty')],
  createDeps: ({ db }) => db,
  routes: [],
  addOpenRoutes(app, db) {
    app.get('/count', async c => c.json({ count: await accountsOf(db).countDocuments() }))
  },
}

async function startWorld() {
  const world = await startServiceWorld(service, {}, ['accounts'])
  onTestFinished(world.stop)
  return { ...world, read: async (path: string) => (await fetch(`${world.url}${path}`)).json() }
}

describe('a service of another team', () => {
  it('reads a feed under its own name and announces nothing', async () => {
    const world = await startWorld()
    await world.emit('accounts', accountCreated(makeAccount()), accountCreated(makeAccount()))
    await eventually(async () => ((await world.read('/count')) as { count: number }).count === 2)
    expect(await world.read('/readyz')).toMatchObject({ success: true, missing: [], degraded: [] })
    expect(await world.db.collection('leases').countDocuments({ _id: /^publisher/ as never })).toBe(0)
  })

  it('says at /readyz that its key is not registered', async () => {
    const world = await startWorld()
    world.env.CASCADE_PRIVATE_JWK = (await makeTestKeys(['external'])).privateKeyOf('external') as never
    await world.restart()
    const degraded = async () => ((await world.read('/readyz')) as { degraded: string[] }).degraded
    expect(await eventually(async () => (await degraded())[0])).toContain(
      'svc-accounts rejects the key of this process',
    )
  })
})
