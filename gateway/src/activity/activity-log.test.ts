import type { AnyEvent } from '@cascade/contracts'
import { ActivitiesRecorded, type ActivityRecorded } from '@cascade/contracts/gateway'
import { makeActor, silentLogger } from '@cascade/service-kit/testing'
import { describe, expect, it, vi } from 'vitest'
import { type Activity, toActivityEvent } from './activity'
import { createActivityLog, createRejections } from './activity-log'

const make = (subject: string): Activity => ({
  actor: undefined,
  username: 'u',
  subject,
  requestUrl: '/x',
  method: 'POST',
  ipAddress: '1.2.3.4',
  status: 200,
  requestId: 'r',
})

function makeLog() {
  const bus = { up: true, lost: 0, failed: 0, messages: 0, published: [] as string[], numbers: [] as unknown[] }
  const log = createActivityLog({
    gatewayId: 'gateway-1',
    now: Date.now,
    logger: silentLogger,
    lost: { inc: () => (bus.lost += 1) },
    bus: {
      async publish(event: AnyEvent) {
        if (!bus.up) {
          bus.failed += 1
          throw new Error('away')
        }
        const { activities, sender } = ActivitiesRecorded.parse(event).data
        bus.numbers.push([sender?.gatewayId, sender?.first])
        bus.messages += 1
        bus.published.push(...activities.map(({ data }) => data.subject))
      },
    },
  })
  return { bus, log }
}

describe('an activity', () => {
  it('of a session that views as another login is the viewer’s, and names both', () => {
    const viewer = { id: 'v', username: 'root', role: 'superadmin', person: { id: 'p', name: 'Anita Rao' } }
    const actor = { ...makeActor({ username: 'admin1' }), viewer }
    const { actor: by, data } = toActivityEvent(
      { ...make('Log exported'), actor, does: 'exported the log' },
      new Date(),
    )
    expect(by).toMatchObject({ id: 'v', username: 'root' })
    expect(data).toMatchObject({ accountId: 'v', username: 'root', person: viewer.person })
    expect(data.does).toBe('exported the log as admin1')
  })
})

describe('createActivityLog', () => {
  it('publishes concurrent activities in one message, in order', async () => {
    const { bus, log } = makeLog()
    for (const subject of ['a', 'b', 'c']) log.record(make(subject))
    await vi.waitFor(() => expect(bus.published).toEqual(['a', 'b', 'c']), 20_000)
    expect(bus.messages).toBe(1)
    log.record(make('d'))
    await vi.waitFor(() => expect(log.waiting()).toBe(0), 20_000)
    expect(bus.published).toHaveLength(4)
  })

  it('keeps activities while NATS is away, up to a limit', async () => {
    const { bus, log } = makeLog()
    log.record(make('before'))
    await vi.waitFor(() => expect(bus.published).toHaveLength(1), 20_000)
    bus.up = false
    for (let count = 0; count < 10_050; count += 1) log.record(make(`n${count}`))
    expect([log.waiting(), bus.lost]).toEqual([10_000, 50])
    await vi.waitFor(() => expect(bus.failed).toBe(1), 20_000)
    bus.up = true
    await vi.waitFor(() => expect(log.waiting()).toBe(0), 20_000)
    expect(bus.published.slice(0, 2)).toEqual(['before', 'n50'])
    expect(bus.published).toHaveLength(10_001)
    expect(bus.messages).toBe(101)
    const firsts = [1, ...Array.from({ length: 100 }, (_, message) => 52 + message * 100)]
    expect(bus.numbers, '50 numbers are missing').toEqual(firsts.map(first => ['gateway-1', first]))
  })
})

describe('reads of the log', () => {
  it('share an entry by account, other successful calls have their own', async () => {
    const { bus, log } = makeLog()
    const actor = makeActor()
    for (const sessionId of ['s1', 's1', 's2'])
      log.record({ ...make('Read the log'), actor: { ...actor, sessionId }, isRead: true })
    for (const subject of ['a', 'b']) log.record({ ...make(subject), actor })
    await vi.waitFor(() => expect(bus.published).toContain('Read the log'), 20_000)
    expect(bus.published).toEqual(['a', 'b', 'Read the log'])
    await log.close()
  })
})

type Data = Partial<ActivityRecorded['data']>

function makeRejections() {
  const clock = { now: 0 }
  const published: ActivityRecorded[] = []
  const rejections = createRejections(
    event => published.push(event),
    () => clock.now,
  )
  const add = (key: string, data: Data = {}) => {
    const call = { actor: undefined, requestUrl: '/api/x', method: 'POST', ipAddress: '10.0.0.1', requestId: 'r' }
    const event = toActivityEvent({ ...call, subject: 'Bet placed', status: 400 }, new Date())
    const at = new Date(clock.now).toISOString()
    rejections.add(key, { ...event, at, data: { ...event.data, ...data } })
  }
  const passTo = (now: number) => {
    for (; clock.now < now; clock.now += 250) rejections.publishDue()
  }
  return { clock, published, rejections, add, passTo }
}

describe('createRejections', () => {
  it('publishes a single rejection unchanged within a second', () => {
    const { published, rejections, add, passTo } = makeRejections()
    add('a', { amount: 5, note: 'mine' })
    passTo(1_000)
    expect(published).toMatchObject([{ data: { amount: 5, note: 'mine', status: 400 } }])
    expect(published[0]?.data).not.toHaveProperty('times')
    passTo(62_000)
    expect([published.length, rejections.size()]).toEqual([1, 0])
  })

  it('publishes one row a minute per key, with the number of calls and the time of the last one', () => {
    const { clock, published, add, passTo } = makeRejections()
    for (let second = 0; second < 130; second += 1) {
      for (let call = 0; call < 100; call += 1) add('flood')
      add(`other-${second}`)
      passTo(clock.now + 1_000)
    }
    passTo(clock.now + 60_000)
    const rows = published.filter(({ data }) => data.times !== undefined)
    expect(
      rows.map(({ at, data }) => [Date.parse(at) / 1000, data.times, Date.parse(data.until ?? '') / 1000]),
    ).toEqual([
      [0, 100, 0],
      [1, 6_000, 60],
      [61, 6_000, 120],
      [121, 900, 129],
    ])
    expect(published.length - rows.length).toBe(130)
  })

  it('keeps the common fields of combined calls', () => {
    const { published, rejections, add } = makeRejections()
    const object = { accountId: 'p1', username: null }
    const common = { does: 'gave {amount} to {object}', target: { kind: 'game' as const, id: 'g' }, note: 'same' }
    add('a', { ...common, object, amount: 5, requestUrl: '/api/toggle/p1?x=1' })
    add('a', { ...common, object, amount: 6, requestUrl: '/api/toggle/p2', ipAddress: '10.0.0.17' })
    add('a', { ...common, amount: 5, subject: 'Bet cancelled' })
    rejections.publishAll()
    const [row] = published
    expect(row?.data).toMatchObject({ ...common, times: 3, subject: 'Bet', requestUrl: '/api/', ipAddress: '10.0.0.' })
    expect(row?.data).not.toHaveProperty('object')
    expect(row?.data).not.toHaveProperty('amount')
  })

  it('names the first ten objects of combined calls', () => {
    const { published, rejections, add } = makeRejections()
    const makeObject = (index: number) => ({ accountId: `p${index}`, username: null })
    for (let index = 1; index <= 600; index += 1) add('a', { object: makeObject((index % 50) + 1) })
    for (const index of [1, 1, 2]) add('b', { object: makeObject(index) })
    rejections.publishAll()
    expect(published.map(({ data: { objects, hasMoreObjects } }) => [objects, hasMoreObjects])).toEqual([
      [Array.from({ length: 10 }, (_, index) => makeObject(index + 2)), true],
      [[1, 2].map(makeObject), undefined],
    ])
  })

  it('releases the oldest key when there are too many, and loses no call', () => {
    const { published, rejections, add } = makeRejections()
    for (let key = 0; key < 10_003; key += 1) add(`key-${key}`, { amount: key })
    expect(published.map(({ data }) => data.amount)).toEqual([0, 1, 2])
    rejections.publishAll()
    expect([published.length, rejections.size()]).toEqual([10_003, 0])
  })
})
