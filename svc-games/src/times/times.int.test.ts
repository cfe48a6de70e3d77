import { eventually, makeActor, startServiceWorld } from '@cascade/service-kit/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { gamesService } from '../service'

const superadmin = makeActor()
const admin = makeActor({ role: 'admin' })

const world = await startServiceWorld(gamesService)
afterAll(() => world.stop())

describe('times', () => {
  it('lists the shortest time first', async () => {
    for (const timecount of [420, 400]) await world.call(superadmin, 'POST /time/create', { timecount })
    const { body } = await world.call(admin, 'GET /time/timelist')
    const times = (body.data as { timecount: number }[]).map(time => time.timecount)
    expect(times.filter(timecount => [400, 420].includes(timecount))).toEqual([400, 420])
  })

  it('creates a time of each length once', async () => {
    const created = await world.call(superadmin, 'POST /time/create', { timecount: 300 })
    expect(created).toMatchObject({ status: 201, body: { success: true, data: { timecount: 300 } } })
    const again = await world.call(superadmin, 'POST /time/create', { timecount: 300 })
    expect(again).toMatchObject({ status: 409, body: { success: false, code: 'CONFLICT' } })
    const list = (await world.call(superadmin, 'GET /time/timelist')).body.data as { timecount: number }[]
    expect(list.filter(time => time.timecount === 300)).toHaveLength(1)
    const event = await eventually(async () => {
      const events = await world.events('games.time.created.v1')
      return events.find(({ data }) => (data as { timecount: number }).timecount === 300) ?? false
    })
    expect(event).toMatchObject({ data: { timecount: 300 }, actor: { id: superadmin.accountId, role: 'superadmin' } })
  })

  it.each([
    {},
    { timecount: 9 },
    { timecount: 86_401 },
    { timecount: 60.5 },
    { timecount: '60' },
    { timecount: { $gt: 1 } },
  ])('rejects %j', async body => {
    const { status, body: answer } = await world.call(superadmin, 'POST /time/create', body)
    expect(status).toBe(400)
    expect(answer.errors).toHaveProperty('timecount')
  })

  it('lets only a superadmin create a time', async () => {
    expect((await world.call(admin, 'POST /time/create', { timecount: 90 })).status).toBe(403)
  })
})
