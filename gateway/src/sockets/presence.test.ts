import type { InternalCall } from '@cascade/contracts'
import { accountsInternal, batchSizeMax } from '@cascade/contracts/accounts'
import { busy, type InternalClient, jsonLimitBytes } from '@cascade/service-kit'
import { silentLogger } from '@cascade/service-kit/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPresence } from './presence'

type Change = { generation: number; joined: string[]; left: string[]; isComplete: boolean }

/** Simulates svc-accounts, with the checks of the contract and the size of each request. */
function makePresence() {
  const remote = { online: new Map<string, number>(), changes: 0, beats: 0, longest: 0, fail: false }
  let generation = 0
  const answer = (call: InternalCall, body: unknown) => {
    if (remote.fail) throw busy()
    remote.longest = Math.max(remote.longest, JSON.stringify(call.body.parse(body)).length)
    if (call === accountsInternal.presenceHeartbeat) {
      remote.beats += 1
      return { isInStep: (body as { online: number }).online === remote.online.size }
    }
    remote.changes += 1
    const { joined, left, isComplete, ...change } = body as Change
    generation = change.generation
    for (const id of joined) remote.online.set(id, generation)
    for (const id of left) remote.online.delete(id)
    if (isComplete) for (const [id, of] of remote.online) if (of < generation) remote.online.delete(id)
    return { success: true }
  }
  const call = (async (of: InternalCall, { body }: { body?: unknown }) => answer(of, body)) as unknown as InternalClient
  const presence = createPresence({ call, gatewayId: 'gateway-0197a1b0', logger: silentLogger })
  return { remote, presence }
}
const idOf = (index: number) => `0197a1b0-0000-7000-8000-${String(index).padStart(12, '0')}`
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('presence', () => {
  it('is sent in small messages for fifty thousand accounts, and then only as changes', async () => {
    const { remote, presence } = makePresence()
    for (let index = 0; index < 50_000; index += 1) presence.join(idOf(index))
    await seconds(15)
    expect(remote.online.size).toBe(50_000)
    expect(remote.changes).toBe(50_000 / batchSizeMax)
    expect(remote.longest).toBeLessThan(jsonLimitBytes / 4)
    const before = remote.changes
    await seconds(60)
    expect([remote.changes - before, remote.beats]).toEqual([0, 3])
    presence.leave(idOf(7))
    presence.join('newcomer')
    await seconds(1)
    expect([remote.changes - before, remote.online.size]).toEqual([1, 50_000])
  })

  it('counts accounts rather than sockets, and ignores brief visits', async () => {
    const { remote, presence } = makePresence()
    presence.join('a')
    presence.join('a')
    presence.join('brief')
    presence.leave('brief')
    await seconds(1)
    expect([...remote.online.keys()]).toEqual(['a'])
    presence.leave('a')
    await seconds(1)
    expect(remote.online.has('a')).toBe(true)
    presence.leave('a')
    await seconds(1)
    expect([remote.online.size, remote.changes]).toEqual([0, 2])
  })

  it('is sent again completely after a lost message or a mismatch', async () => {
    const { remote, presence } = makePresence()
    presence.join('a')
    presence.join('b')
    await seconds(1)
    remote.fail = true
    presence.leave('a')
    presence.join('c')
    await seconds(5)
    remote.fail = false
    await seconds(25)
    expect([...remote.online.keys()].sort()).toEqual(['b', 'c'])
    remote.online.set('ghost', 0)
    await seconds(25)
    expect([...remote.online.keys()].sort()).toEqual(['b', 'c'])
  })

  it('is empty after the gateway has closed', async () => {
    const { remote, presence } = makePresence()
    for (const id of ['a', 'b']) presence.join(id)
    await seconds(1)
    const closed = presence.close()
    await seconds(1)
    await closed
    expect(remote.online.size).toBe(0)
  })
})
