import type { AnyEvent } from '@cascade/contracts'
import { silentLogger } from '@cascade/service-kit/testing'
import { describe, expect, it, vi } from 'vitest'
import { type Activity, createActivityLog } from './activity-log'

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
  const bus = { up: true, streams: 0, lost: 0, published: [] as string[] }
  const log = createActivityLog({
    logger: silentLogger,
    lost: { inc: () => (bus.lost += 1) },
    bus: {
      async ensureStream() {
        if (!bus.up) throw new Error('away')
        bus.streams += 1
      },
      async publish(event: AnyEvent) {
        if (!bus.up) throw new Error('away')
        bus.published.push((event.data as { subject: string }).subject)
      },
    },
  })
  return { bus, log }
}

describe('createActivityLog', () => {
  it('publishes in order and makes the stream once', async () => {
    const { bus, log } = makeLog()
    for (const subject of ['a', 'b', 'c']) log.record(make(subject))
    await vi.waitFor(() => expect(bus.published).toEqual(['a', 'b', 'c']))
    log.record(make('d'))
    await vi.waitFor(() => expect(log.waiting()).toBe(0))
    expect(bus.published).toHaveLength(4)
    expect(bus.streams).toBe(1)
  })

  it('keeps what happens while NATS is away, up to a limit, and makes the stream again', async () => {
    const { bus, log } = makeLog()
    log.record(make('before'))
    await vi.waitFor(() => expect(bus.published).toHaveLength(1))
    bus.up = false
    for (let count = 0; count < 10_050; count += 1) log.record(make(`n${count}`))
    expect([log.waiting(), bus.lost]).toEqual([10_000, 50])
    bus.up = true
    await vi.waitFor(() => expect(log.waiting()).toBe(0), { timeout: 5_000 })
    expect(bus.published.slice(0, 2)).toEqual(['before', 'n50'])
    expect(bus.published).toHaveLength(10_001)
    expect(bus.streams).toBe(2)
  })
})
