import { maintenanceTexts } from '@cascade/contracts/accounts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { makeChain } from '../testing/make-accounts'
import { makeWorld } from '../testing/world'

let offsetMs = 0
const world = await makeWorld({ now: () => new Date(Date.now() + offsetMs) })
const chain = await makeChain(world)
const admin = await world.actorOf(chain.admin.username)
const player = await world.actorOf(chain.player.username)
afterAll(() => world.close())

const inMinutes = (minutes: number) => new Date(world.deps.now().getTime() + minutes * 60_000).toISOString()
const put = (body: object, as = world.superadmin) => world.call('PUT /maintenance', { as, body })
const read = async (as = world.superadmin) => (await world.call('GET /maintenance', { as })).body.data
const checked = async () => (await world.internal('POST /sessions/check', { sessionIds: [] })).body.maintenance
const events = () => world.events('accounts.maintenance.changed.v1')
const planned = (from = 10, to = 20) => ({ from: inMinutes(from), to: inMinutes(to), message: 'New servers' })

beforeEach(async () => {
  offsetMs = 0
  await put({})
  await world.db.collection('maintenance').deleteMany({})
})

describe('a maintenance', () => {
  it('is planned by a superadmin, read by all roles, and sent to gateways with their sessions', async () => {
    const body = planned()
    expect(await put(body)).toMatchObject({ status: 200, body: { data: body, message: maintenanceTexts.planned } })
    expect([await read(), await read(admin), await read(player), await checked()]).toEqual([body, body, body, body])
    expect((await events()).at(-1)).toEqual({ version: 1, maintenance: body })
  })

  it('is logged with its change', async () => {
    await put(planned())
    await put({})
    const activities = (await world.events('accounts.authority.changed.v1')).flatMap(event => event.activities)
    expect(activities.slice(-2).map(({ data }) => data.subject)).toEqual(['Maintenance planned', 'Maintenance ended'])
  })

  it('ends by itself', async () => {
    await put(planned())
    offsetMs = 20 * 60_000
    expect([await read(), await checked()]).toEqual([null, null])
  })

  it('is gone at once if it is ended before its start', async () => {
    await put(planned())
    expect((await put({})).body).toEqual({ success: true, data: null, message: maintenanceTexts.ended })
    expect([await read(), await checked()]).toEqual([null, null])
    expect((await events()).at(-1)).toMatchObject({ version: 2, maintenance: null })
  })

  it('that is ended early stays in the events up to now, so that draws passed over stay so', async () => {
    const body = planned()
    await put(body)
    offsetMs = 15 * 60_000
    await put({})
    expect(await read()).toBeNull()
    const { maintenance } = (await events()).at(-1)
    expect(maintenance.from).toBe(body.from)
    expect(Date.parse(maintenance.to)).toBeLessThanOrEqual(world.deps.now().getTime())
  })

  it('begins now at the earliest, and keeps its start while it is in force', async () => {
    const before = world.deps.now().getTime()
    await put(planned(-60, 20))
    const { from } = await read()
    expect(Date.parse(from)).toBeGreaterThanOrEqual(before)
    const longer = planned(-60, 40)
    await put(longer)
    expect(await read()).toEqual({ ...longer, from })
  })

  it('is planned by superadmins only', async () => {
    expect((await put(planned(), admin)).status).toBe(403)
    expect((await put({}, player)).status).toBe(403)
    expect(await read()).toBeNull()
  })

  it.each([
    ['an unknown field', () => ({ ...planned(), role: 'admin' })],
    ['no end', () => ({ from: inMinutes(1), message: 'x' })],
    ['no message', () => ({ ...planned(), message: ' ' })],
    ['a message that is too long', () => ({ ...planned(), message: 'x'.repeat(501) })],
    ['an end before its start', () => planned(20, 10)],
    ['an end in the past', () => planned(-20, -10)],
    ['more than seven days', () => planned(0, 7 * 24 * 60 + 1)],
  ])('is rejected with %s', async (_fault, body) => {
    expect((await put(body())).status).toBe(400)
    expect(await read()).toBeNull()
  })
})
