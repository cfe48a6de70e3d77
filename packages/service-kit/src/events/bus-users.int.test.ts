import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AnyEvent } from '@cascade/contracts'
import { type RunningServer, startNats } from '@cascade/dev-stack'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, silentLogger } from '../testing'
import { type Bus, createBus, type FeedId } from './bus'
import { openConsumer, pullMessages } from './pull'

const config = fileURLToPath(new URL('../../../dev-stack/compose/nats.conf', import.meta.url))
const services = ['svc-accounts', 'svc-games', 'svc-live', 'svc-reports'] as const
const rooms = ['gateway', ...services] as const
type Room = (typeof rooms)[number]

const passwordOf = (room: Room) => `p-${room}`
const passwords = Object.fromEntries(
  rooms.map(room => [`${room.replace('-', '_').toUpperCase()}_PASSWORD`, passwordOf(room)]),
)

let folder: string
let nats: RunningServer
const buses = {} as Record<Room, Bus>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-int-'))
  nats = await startNats({ dataDir: folder, config: { file: config, env: passwords } })
  for (const room of rooms) buses[room] = busAs(room, passwordOf(room))
  await Promise.all(rooms.map(room => buses[room].ready))
})
afterAll(async () => {
  await Promise.all(rooms.map(room => buses[room].close()))
  await nats.stop()
  await rm(folder, { recursive: true, force: true })
})

function busAs(user: string, password: string): Bus {
  const url = `nats://${user}:${password}@127.0.0.1:${nats.port}`
  return createBus({ url, namespace: 'cascade', name: 'test', logger: silentLogger })
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

/** What each room is the source of. */
const own: readonly (readonly [Room, FeedId, string])[] = [
  ['svc-accounts', 'accounts', 'accounts.account.created.v1'],
  ['svc-accounts', 'accounts.credit', 'credit.transfer.booked.v1'],
  ['svc-accounts', 'accounts.play', 'play.booked.v1'],
  ['svc-games', 'games', 'games.game.created.v1'],
  ['svc-live', 'live', 'live.draw.drawn.v1'],
  ['svc-reports', 'reports', 'reports.backup.made.v1'],
  ['gateway', 'gateway', 'gateway.activities.recorded.v1'],
]

describe('NATS as docker-compose.yml sets it up', () => {
  it('lets nobody in without a password', async () => {
    const stranger = busAs('svc-accounts', 'guessed')
    await new Promise(resolve => setTimeout(resolve, 500))
    expect(stranger.isUp()).toBe(false)
    await stranger.close()
  })

  it('lets each room publish what it is the source of, and every service read it', async () => {
    for (const [room, feed, type] of own) {
      await buses[room].ensureStream(feed)
      await buses[room].publish(event(type))
    }
    for (const reader of services) {
      for (const feed of new Set(own.map(([, feed]) => feed))) {
        const durable = `${reader}_${feed.replace('.', '_')}`
        const consumer = await openConsumer(buses[reader], feed, { durable, ackWaitMs: 30_000 })
        const messages = await pullMessages(consumer, 10)
        for (const message of messages) message.ack()
        expect([reader, feed, messages.length]).toEqual([reader, feed, 1])
      }
    }
  })

  it.each(own.flatMap(([room, , type]) => rooms.filter(other => other !== room).map(other => [other, type] as const)))(
    'keeps %s from saying %s',
    async (other, type) => {
      await expect(buses[other].publish(event(type))).rejects.toThrow()
    },
  )

  it('lets the gateway hear what it passes on, and nobody else say it', async () => {
    const heard = new Set<unknown>()
    await buses.gateway.listen('feed.live.a.b', payload => heard.add(payload))
    await buses.gateway.listen('accounts.session.ended.v1', payload => heard.add(payload))
    // A subscription may still be on its way: what nobody hears is lost.
    await eventually(async () => {
      buses['svc-games'].broadcast('feed.live.a.b', 'forged')
      buses['svc-games'].broadcast('accounts.session.ended.v1', 'forged')
      buses['svc-live'].broadcast('feed.live.a.b', 'live')
      buses['svc-accounts'].broadcast('accounts.session.ended.v1', 'ended')
      return heard.size >= 2
    })
    expect([...heard].sort()).toEqual(['ended', 'live'])
  })
})
