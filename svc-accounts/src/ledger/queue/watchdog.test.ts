import { createMetrics, type Logger } from '@cascade/service-kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { QueuedRequest } from '../decide/ledger-state'
import type { LeaderAccess } from './commit-at-leader'
import { startWatchdog } from './watchdog'
import { createWriterQueue } from './writer-queue'

const logger = { info() {}, error() {}, fatal() {} } as unknown as Logger
const request = { request: { type: 'change', walletId: 'w' }, id: 'id', hash: '' } satisfies QueuedRequest

function watch(limits: { headMs: number; batchMs: number; deadMs: number }, isLeader = true) {
  const stalls: boolean[] = []
  let deaths = 0
  let end = () => {}
  const leader = { election: { isLeader: () => true } } as LeaderAccess
  const queue = createWriterQueue(
    leader,
    undefined,
    (_, batch) =>
      new Promise(resolve => {
        end = () => resolve(batch.map(() => ({ result: { scopeVersion: 1 } })))
      }),
  )
  const watchdog = startWatchdog({
    queue,
    isLeader: () => isLeader,
    onStall: isStalled => stalls.push(isStalled),
    onDead: async () => void deaths++,
    logger,
    metrics: createMetrics('svc-accounts'),
    limits: { everyMs: 5, ...limits },
  })
  onTestFinished(watchdog.stop)
  return { queue, stalls, deaths: () => deaths, end: () => end() }
}

describe('the watchdog', () => {
  it('reports a stall while a batch does not finish, and the recovery afterwards', async () => {
    const { queue, stalls, deaths, end } = watch({ headMs: 60_000, batchMs: 20, deadMs: 60_000 })
    const answer = queue.submit(request)
    await expect.poll(() => stalls).toEqual([true])
    end()
    await answer
    await expect.poll(() => stalls).toEqual([true, false])
    expect(deaths()).toBe(0)
  })

  it('reports a stall while the head of the queue waits too long', async () => {
    const { queue, stalls, end } = watch({ headMs: 20, batchMs: 60_000, deadMs: 60_000 })
    const first = queue.submit(request)
    await Promise.resolve()
    await Promise.resolve()
    const second = queue.submit(request)
    await expect.poll(() => stalls).toEqual([true])
    end()
    await first
    end()
    await expect.poll(() => queue.headMs()).toBe(0)
    end()
    await second
  })

  it('declares a stalled leader dead once, and never a follower', async () => {
    const limits = { headMs: 60_000, batchMs: 10, deadMs: 20 }
    const [leader, other] = [watch(limits), watch(limits, false)]
    void leader.queue.submit(request).catch(() => undefined)
    void other.queue.submit(request).catch(() => undefined)
    await expect.poll(leader.deaths).toBe(1)
    await expect.poll(() => other.stalls).toEqual([true])
    expect([leader.deaths(), other.deaths()]).toEqual([1, 0])
  })
})
