import type { Actor } from '@cascade/service-kit'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type Chain, makeAccount, makeChain } from '../../testing/make-accounts'
import { type Answer, makeWorld, testPassword } from '../../testing/world'

let chain: Chain
let admin: Actor
const world = await makeWorld()
afterAll(() => world.close())
beforeEach(async () => {
  chain = await makeChain(world)
  admin = await world.actorOf(chain.admin.username)
})

const put = (userId: string, networks: string[], { below = false, as = admin } = {}) =>
  world.call(`PUT /security/networks/${userId}`, { as, body: { networks, below } })
const bodyOf = ({ status, body: { requestId: _, ...rest } }: Answer) => ({ status, ...rest })
const login = async (username: string, ipAddress: string, password = testPassword) =>
  bodyOf(await world.login(username, password, ipAddress))
const isOpen = async ({ sessionId }: Actor) =>
  (await world.internal('POST /sessions/check', { sessionIds: [sessionId] })).body.open.length > 0

describe('networks of an account', () => {
  it('allow sign-ins from there only; elsewhere the caller sees a wrong password', async () => {
    expect((await put(chain.master._id, ['10.1.0.0/16', '2001:db8::/32'])).status).toBe(200)
    expect((await login(chain.master.username, '10.1.2.3')).status).toBe(200)
    expect((await login(chain.master.username, '2001:db8::7')).status).toBe(200)
    const elsewhere = await login(chain.master.username, '10.2.0.1')
    // Reason and username are for the gateway's log only.
    expect(elsewhere).toMatchObject({ reason: 'NETWORK_NOT_ALLOWED', errors: { username: chain.master.username } })
    const { reason: _, errors: __, ...rest } = elsewhere
    expect(rest).toEqual(await login(chain.areamanager.username, '10.2.0.1', 'wrong-password'))
  })

  it('count a sign-in from elsewhere as a wrong password', async () => {
    await put(chain.master._id, ['10.1.0.0/16'])
    for (let attempt = 0; attempt < 5; attempt++) await login(chain.master.username, '10.2.0.9')
    expect((await login(chain.master.username, '10.2.0.9')).status).toBe(429)
  })

  it('end open sessions on other networks', async () => {
    const [inside, outside] = await Promise.all(
      ['10.1.0.1', '10.2.0.1'].map(address => world.actorOf(chain.master.username, testPassword, address)),
    )
    if (!inside || !outside) throw new Error('not signed in')
    await put(chain.master._id, ['10.1.0.0/16'])
    expect([await isOpen(inside), await isOpen(outside)]).toEqual([true, false])
    await put(chain.master._id, [])
    expect(await isOpen(outside)).toBe(false)
  })

  it('apply below, together with the rules there, only if they say so', async () => {
    await put(chain.areamanager._id, ['10.1.0.0/16'])
    expect((await login(chain.master.username, '10.2.0.1')).status).toBe(200)
    await put(chain.areamanager._id, ['10.1.0.0/16'], { below: true })
    await put(chain.master._id, ['10.1.7.0/24', '10.2.0.0/16'])
    expect((await login(chain.master.username, '10.2.0.1')).status).toBe(401)
    expect((await login(chain.master.username, '10.1.8.1')).status).toBe(401)
    expect((await login(chain.master.username, '10.1.7.1')).status).toBe(200)
    expect((await login(chain.player.username, '10.2.0.1')).status).toBe(401)
  })

  it('are set by accounts above only', async () => {
    const other = await makeChain(world)
    for (const id of [other.master._id, admin.accountId]) expect((await put(id, ['10.0.0.1'])).status).toBe(404)
    expect((await world.call(`GET /security/networks/${other.master._id}`, { as: admin })).status).toBe(404)
    const read = await world.call(`GET /security/networks/${chain.master._id}`, { as: admin })
    expect(read.body).toMatchObject({ data: { networks: [], below: false }, address: admin.ipAddress })
  })

  it('are rejected if they are invalid or too many', async () => {
    for (const network of ['10.0.0.0/33', '10.0.0', '1:2:3/64', '::1/129', 'office', '10.0.0.1/8/8']) {
      expect((await put(chain.master._id, [network])).status, network).toBe(400)
    }
    expect((await put(chain.master._id, Array<string>(51).fill('10.0.0.1'))).status).toBe(400)
  })

  it('cannot lock out the superadmin who sets them', async () => {
    const { username } = await makeAccount(world, 'superadmin')
    const as = await world.actorOf(username)
    expect((await put(as.accountId, ['203.0.113.0/24'], { as })).body).toMatchObject({ code: 'VALIDATION' })
    expect((await put(as.accountId, ['203.0.113.0/24', '10.0.0.0/8'], { as })).status).toBe(200)
    expect((await login(username, '203.0.114.1')).status).toBe(401)
  })
})
