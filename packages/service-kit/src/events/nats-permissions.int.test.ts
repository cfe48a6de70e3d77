import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AnyEvent } from '@cascade/contracts'
import { sessionsEndedSubject } from '@cascade/contracts/accounts'
import { drawsChangedSubject, liveEpochSubject, liveFeedSubject, playersChangedSubject } from '@cascade/contracts/live'
import { type RunningServer, startNats } from '@cascade/dev'
import { connect } from 'nats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, maintainStreams, silentLogger } from '../testing'
import { openActivityConsumer, pullMessages, rewindActivities } from './activity-consumer'
import { type Bus, createBus } from './nats'

const config = fileURLToPath(new URL('../../../dev/compose/nats.conf', import.meta.url))
const services = ['svc-accounts', 'svc-games', 'svc-live', 'svc-reports'] as const
const users = ['gateway', ...services] as const
type User = (typeof users)[number]

const passwordOf = (user: User) => `p-${user}`
const passwords = {
  NATS_ADMIN_PASSWORD: 'p-admin',
  ...Object.fromEntries(users.map(user => [`${user.replace('-', '_').toUpperCase()}_PASSWORD`, passwordOf(user)])),
}

let folder: string
let nats: RunningServer
let streams: Awaited<ReturnType<typeof maintainStreams>>
const buses = {} as Record<User, Bus>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-int-'))
  nats = await startNats({ dataDir: folder, config: { file: config, env: passwords } })
  streams = await maintainStreams({ NATS_URL: urlOf('admin', 'p-admin'), STREAM_MEGABYTES: 4 })
  for (const user of users) buses[user] = busAs(user, passwordOf(user))
  await Promise.all(users.map(user => buses[user].ready))
})
afterAll(async () => {
  await Promise.all(users.map(user => buses[user].close()))
  await streams.stop()
  await nats.stop()
  await rm(folder, { recursive: true, force: true })
})

const urlOf = (user: string, password: string) => `nats://${user}:${password}@127.0.0.1:${nats.port}`

function busAs(user: string, password: string): Bus {
  return createBus({ url: urlOf(user, password), namespace: 'cascade', name: 'test', logger: silentLogger })
}

let next = 0
const event = (type: string): AnyEvent => ({
  id: `e${next++}`,
  type,
  at: '2026-03-01T10:00:00.000Z',
  actor: null,
  correlationId: 'c',
  causationId: null,
  seq: next,
  data: {},
})

const activities = 'gateway.activities.recorded.v1'

/** Subjects that the gateway hears, and the only user that may publish to each. */
const broadcasts: readonly (readonly [string, User])[] = [
  [sessionsEndedSubject, 'svc-accounts'],
  [playersChangedSubject('credit'), 'svc-accounts'],
  [playersChangedSubject('play'), 'svc-accounts'],
  [playersChangedSubject('live'), 'svc-live'],
  [drawsChangedSubject, 'svc-live'],
  [liveEpochSubject, 'svc-live'],
  [liveFeedSubject('a', 'b'), 'svc-live'],
]

const connectAs = (user: User) =>
  connect({
    servers: `127.0.0.1:${nats.port}`,
    user,
    pass: passwordOf(user),
    inboxPrefix: `_INBOX_${user}`,
  })

async function attack(user: User, subject: string, payload: unknown) {
  const connection = await connectAs(user)
  try {
    await connection.request(`$JS.API.${subject}`, JSON.stringify(payload), { timeout: 2_000 })
    return 'answered'
  } catch (error) {
    return String(error)
  } finally {
    await connection.close()
  }
}

describe('NATS as configured by docker-compose.yml', () => {
  it('rejects a connection with a wrong password', async () => {
    const stranger = busAs('svc-accounts', 'guessed')
    await new Promise(resolve => setTimeout(resolve, 500))
    expect(stranger.isUp()).toBe(false)
    expect(stranger.fault()).toBe('NATS rejects the user or password in NATS_URL')
    await stranger.close()
  })

  it('reports a subscription that the server denies, and the connection goes on', async () => {
    const bus = buses['svc-games']
    await bus.listen('feed.live.a.b', () => undefined)
    const fault = await eventually(async () => bus.fault())
    expect(fault).toBe('NATS does not let the user in NATS_URL subscribe to cascade.feed.live.a.b')
    const heads: unknown[] = []
    await bus.listen('head.games', payload => heads.push(payload))
    await eventually(async () => {
      bus.broadcast('head.games', { head: 1 })
      return heads.length > 0
    })
  })

  it('lets the gateway publish activities', async () => {
    await buses.gateway.publish(event(activities))
  })

  it('lets svc-reports read, acknowledge and rewind activities', async () => {
    const bus = buses['svc-reports']
    const read = async () => {
      const consumer = await openActivityConsumer(bus)
      const messages = consumer ? await pullMessages(consumer, 10) : []
      for (const message of messages) message.ack()
      return messages.length
    }
    expect(await eventually(read)).toBe(1)
    expect(await read()).toBe(0)
    expect(await rewindActivities(bus)).toBe(true)
    expect(await read()).toBe(1)
  })

  it('rejects the republish attack: no service may configure its own stream', async () => {
    const config = { name: 'cascade_gateway', subjects: ['cascade.gateway.>'] }
    const republish = { src: 'cascade.gateway.>', dest: `cascade.${sessionsEndedSubject}` }
    for (const verb of ['UPDATE', 'CREATE', 'DELETE']) {
      expect(await attack('svc-games', `STREAM.${verb}.cascade_gateway`, { ...config, republish })).toMatch(
        /permission/i,
      )
    }
  })

  it('rejects the push-consumer attack: no service may create or remove a consumer', async () => {
    const config = { durable_name: 'push', deliver_subject: `cascade.${sessionsEndedSubject}`, ack_policy: 'none' }
    const requests = ['CREATE.cascade_gateway', 'CREATE.cascade_gateway.push', 'DURABLE.CREATE.cascade_gateway.push']
    for (const request of requests) {
      const payload = { stream_name: 'cascade_gateway', config }
      expect(await attack('svc-games', `CONSUMER.${request}`, payload)).toMatch(/permission/i)
    }
    const own = 'CONSUMER.DELETE.cascade_gateway.reports_activity'
    expect(await attack('svc-reports', own, {})).toMatch(/permission/i)
  })

  it.each(services)('forbids %s to publish activities', async service => {
    await expect(buses[service].publish(event(activities))).rejects.toThrow()
  })

  it('lets the gateway receive each broadcast from its owner only', async () => {
    const sendersBySubject = new Map(broadcasts.map(([subject]) => [subject, new Set<unknown>()]))
    for (const [subject, senders] of sendersBySubject)
      await buses.gateway.listen(subject, payload => senders.add(payload))
    // The subscription may not be active yet, and core NATS does not store messages.
    await eventually(async () => {
      for (const subject of sendersBySubject.keys()) {
        for (const user of services.toReversed()) buses[user].broadcast(subject, user)
      }
      return [...sendersBySubject.values()].every(senders => senders.size > 0)
    })
    expect([...sendersBySubject].map(([subject, senders]) => [subject, ...senders])).toEqual(broadcasts)
  })

  it('forbids the gateway to read events', async () => {
    const connection = await connectAs('gateway')
    const error = await new Promise(resolve => {
      connection.subscribe('cascade.accounts.account.created.v1', { callback: resolve })
    })
    expect(String(error)).toMatch(/permission/i)
    await connection.close()
  })
})
