import { freePort } from '@cascade/dev/ports'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { silentLogger, startTcpProxy, type TcpProxy } from '../testing'
import { eventually, makeNamespace } from '../testing/world'
import { createBus } from './nats'

let nats: TcpProxy
beforeEach(async () => {
  nats = await startTcpProxy(inject('natsUrl'))
})
afterEach(() => nats.cut())

const makeBus = (port = nats.port, namespace = makeNamespace('bus')) =>
  createBus({ url: `nats://127.0.0.1:${port}`, namespace, name: 'test', logger: silentLogger })

describe('the NATS connection', () => {
  it('reports whether its server is up, through a loss and a return', async () => {
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

  it('uses another server of its list when the first is down', async () => {
    const url = `nats://127.0.0.1:${await freePort()},127.0.0.1:${nats.port}`
    const bus = createBus({ url, namespace: makeNamespace('bus'), name: 'test', logger: silentLogger })
    await bus.ready
    expect(bus.isUp()).toBe(true)
    await bus.close()
  })

  it('starts and closes without a server', async () => {
    const bus = makeBus(await freePort())
    expect(bus.isUp()).toBe(false)
    await expect(bus.publish({ ...event, id: '1' })).rejects.toThrow('not reachable')
    await bus.close()
  })

  it('closes when the server is lost', async () => {
    const bus = makeBus()
    await bus.ready
    await nats.cut()
    await eventually(async () => !bus.isUp())
    await bus.close()
  })

  it('keeps listening after a loss and after an error of the listener', async () => {
    const namespace = makeNamespace('bus')
    const listener = makeBus(nats.port, namespace)
    const speaker = createBus({ url: inject('natsUrl'), namespace, name: 'speaker', logger: silentLogger })
    const received: string[] = []
    const unlisten = await listener.listen('feed.*', (payload, subject) => {
      if (payload === 'bad') throw new Error('cannot hear')
      received.push(`${subject} ${payload}`)
    })
    await speaker.ready
    await eventually(async () => {
      speaker.broadcast('feed.a', 'bad')
      speaker.broadcast('feed.a', 'one')
      return received.includes('feed.a one')
    })
    await nats.cut()
    await eventually(async () => !listener.isUp())
    await nats.restore()
    await eventually(async () => {
      speaker.broadcast('feed.b', 'two')
      return received.includes('feed.b two')
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
