import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { silentLogger } from '../testing'
import { startTcpProxy, type TcpProxy } from '../testing/tcp-proxy'
import { eventually, freePort, makeNamespace } from '../testing/test-service'
import { createBus } from './bus'

let nats: TcpProxy
beforeEach(async () => {
  nats = await startTcpProxy(inject('natsUrl'))
})
afterEach(() => nats.cut())

const makeBus = (port = nats.port, namespace = makeNamespace('bus')) =>
  createBus({ url: `nats://127.0.0.1:${port}`, namespace, name: 'test', logger: silentLogger })

describe('the bus', () => {
  it('says whether its server is there, through a loss and a return', async () => {
    const bus = makeBus()
    await bus.ready
    expect(bus.isUp()).toBe(true)
    await nats.cut()
    await eventually(async () => !bus.isUp())
    await nats.restore()
    await eventually(async () => bus.isUp())
    await bus.close()
    expect(bus.isUp()).toBe(false)
  })

  it('starts without a server and closes without one', async () => {
    const bus = makeBus(await freePort())
    expect(bus.isUp()).toBe(false)
    await expect(bus.publish({ ...event, id: '1' })).rejects.toThrow('not reachable')
    await bus.close()
  })

  it('closes quickly when the server is lost', async () => {
    const bus = makeBus()
    await bus.ready
    await nats.cut()
    await eventually(async () => !bus.isUp())
    await bus.close()
  })

  it('goes on listening after a loss, and survives a listener that throws', async () => {
    const namespace = makeNamespace('bus')
    const listener = makeBus(nats.port, namespace)
    const speaker = createBus({ url: inject('natsUrl'), namespace, name: 'speaker', logger: silentLogger })
    const heard: string[] = []
    const unlisten = await listener.listen('feed.*', (payload, subject) => {
      if (payload === 'bad') throw new Error('cannot hear')
      heard.push(`${subject} ${payload}`)
    })
    await speaker.ready
    await eventually(async () => {
      speaker.broadcast('feed.a', 'bad')
      speaker.broadcast('feed.a', 'one')
      return heard.includes('feed.a one')
    })
    await nats.cut()
    await eventually(async () => !listener.isUp())
    await nats.restore()
    await eventually(async () => {
      speaker.broadcast('feed.b', 'two')
      return heard.includes('feed.b two')
    })
    unlisten()
    await Promise.all([listener.close(), speaker.close()])
  })
})

const event = {
  type: 'games.game.created.v1',
  at: '2026-03-01T10:00:00.000Z',
  actor: null,
  correlationId: 'c',
  causationId: null,
  seq: 1,
  data: {},
}
