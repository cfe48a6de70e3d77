import type { AnyEvent } from '@cascade/contracts'
import { ActivitiesRecorded } from '@cascade/contracts/gateway'
import { silentLogger } from '@cascade/service-kit/testing'
import { describe, expect, it, vi } from 'vitest'
import type { Activity } from './activity'
import { createActivityLog } from './activity-log'

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
  const bus = { up: true, lost: 0, failed: 0, messages: 0, published: [] as string[] }
  const log = createActivityLog({
    logger: silentLogger,
    lost: { inc: () => (bus.lost += 1) },
    bus: {
      async publish(event: AnyEvent) {
        if (!bus.up) {
          bus.failed += 1
          throw new Error('away')
        }
        const { activities } = ActivitiesRecorded.parse(event).data
        bus.messages += 1
        bus.published.push(...activities.map(({ data }) => data.subject))
      },
    },
  })
  return { bus, log }
}

describe('createActivityLog', () => {
  it('publishes what happens at one moment together, in order', async () => {
    const { bus, log } = makeLog()
    for (const subject of ['a', 'b', 'c']) log.record(make(subject))
    await vi.waitFor(() => expect(bus.published).toEqual(['a', 'b', 'c']), 20_000)
    expect(bus.messages).toBe(1)
    log.record(make('d'))
    await vi.waitFor(() => expect(log.waiting()).toBe(0), 20_000)
    expect(bus.published).toHaveLength(4)
  })

  it('keeps what happens while NATS is away, up to a limit', async () => {
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
  })
})
