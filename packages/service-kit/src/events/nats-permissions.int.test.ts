import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AnyEvent } from '@cascade/contracts'
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

const own: readonly (readonly [User, string])[] = [
  ['svc-accounts', 'accounts.account.created.v1'],
  ['svc-accounts', 'credit.transfer.booked.v1'],
  ['svc-accounts', 'play.booked.v1'],
  ['svc-accounts', 'accounts.session.ended.v1'],
  ['svc-games', 'games.game.created.v1'],
  ['svc-live', 'live.draw.drawn.v1'],
  ['svc-reports', 'reports.backup.made.v1'],
  ['gateway', 'gateway.activities.recorded.v1'],
]

const playerEvents: readonly (readonly [string, User])[] = [
  ['credit.transfer.recorded.v1', 'svc-accounts'],
  ['play.stake.booked.v1', 'svc-accounts'],
  ['play.claim.booked.v1', 'svc-accounts'],
  ['play.recovery.booked.v1', 'svc-accounts'],
  ['live.draw.settled.v1', 'svc-live'],
  ['live.ticket.claimed.v1', 'svc-live'],
  ['feed.draws-changed', 'svc-live'],
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
    await bus.publish(event('games.game.created.v1'))
  })

  it('lets each service publish its own events', async () => {
    for (const [user, type] of own) await buses[user].publish(event(type))
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
    const config = { name: 'cascade_games', subjects: ['cascade.games.>'] }
    const republish = { src: 'cascade.games.>', dest: 'cascade.accounts.session.ended.v1' }
    for (const verb of ['UPDATE', 'CREATE', 'DELETE']) {
      expect(await attack('svc-games', `STREAM.${verb}.cascade_games`, { ...config, republish })).toMatch(/permission/i)
    }
  })

  it('rejects the push-consumer attack: no service may create or remove a consumer', async () => {
    const config = { durable_name: 'push', deliver_subject: 'cascade.accounts.session.ended.v1', ack_policy: 'none' }
    const requests = ['CREATE.cascade_games', 'CREATE.cascade_games.push', 'DURABLE.CREATE.cascade_games.push']
    for (const request of requests) {
      const payload = { stream_name: 'cascade_games', config }
      expect(await attack('svc-games', `CONSUMER.${request}`, payload)).toMatch(/permission/i)
    }
    const own = 'CONSUMER.DELETE.cascade_gateway.reports_activity'
    expect(await attack('svc-reports', own, {})).toMatch(/permission/i)
  })

  it.each(own.flatMap(([user, type]) => users.filter(other => other !== user).map(other => [other, type] as const)))(
    'forbids %s to publish %s',
    async (other, type) => {
      await expect(buses[other].publish(event(type))).rejects.toThrow()
    },
  )

  it('lets the gateway receive live feeds and ended sessions from their owners only', async () => {
    const heard = new Set<unknown>()
    await buses.gateway.listen('feed.live.a.b', payload => heard.add(payload))
    await buses.gateway.listen('accounts.session.ended.v1', payload => heard.add(payload))
    // The subscription may not be active yet, and core NATS does not store messages.
    await eventually(async () => {
      buses['svc-games'].broadcast('feed.live.a.b', 'forged')
      buses['svc-games'].broadcast('accounts.session.ended.v1', 'forged')
      buses['svc-live'].broadcast('feed.live.a.b', 'live')
      buses['svc-accounts'].broadcast('accounts.session.ended.v1', 'ended')
      return heard.size >= 2
    })
    expect([...heard].sort()).toEqual(['ended', 'live'])
  })

  it('lets the gateway read the events that players see, and no others', async () => {
    const bus = buses.gateway
    const heard: string[] = []
    for (const [subject] of playerEvents) await bus.listen(subject, payload => heard.push(String(payload)))
    await eventually(async () => {
      for (const [subject, owner] of playerEvents) buses[owner].broadcast(subject, subject)
      return new Set(heard).size >= playerEvents.length
    })
    expect(new Set(heard)).toEqual(new Set(playerEvents.map(([subject]) => subject)))
    const connection = await connectAs('gateway')
    const error = await new Promise(resolve => {
      connection.subscribe('cascade.accounts.account.created.v1', { callback: resolve })
    })
    expect(String(error)).toMatch(/permission/i)
    await connection.close()
  })
})
