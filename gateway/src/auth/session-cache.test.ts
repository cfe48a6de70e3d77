import type { OpenSession } from '@cascade/contracts/accounts'
import { type AppError, busy } from '@cascade/service-kit'
import { silentLogger } from '@cascade/service-kit/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSessionCache } from './session-cache'

const begin = Date.parse('2026-01-05T10:00:00Z')
const later = (ms: number) => vi.advanceTimersByTimeAsync(ms)

function makeWorld() {
  const calls: string[][] = []
  const open = new Set<string>()
  const world = { fail: undefined as Error | undefined, gate: Promise.resolve() }
  const sessionOf = (sessionId: string): OpenSession => ({
    sessionId,
    user: { _id: `user of ${sessionId}`, username: 'u', role: 'admin' },
    expiresAt: new Date(begin + 1_800_000).toISOString(),
    provenUntil: new Date(begin + 300_000).toISOString(),
    isStrict: false,
    mustEnrol: false,
    approvals: [],
  })
  const cache = createSessionCache({
    now: () => Date.now(),
    logger: silentLogger,
    async check(sessionIds) {
      calls.push(sessionIds)
      await world.gate
      if (world.fail) throw world.fail
      return { open: sessionIds.filter(id => open.has(id)).map(sessionOf), ended: [] }
    },
  })
  stop = cache.stop
  return { world, open, cache, calls }
}
let stop = async () => {}

async function codeOf(get: () => unknown) {
  try {
    await get()
    return 'ok'
  } catch (error) {
    return (error as AppError).code
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: begin, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(async () => {
  const stopped = stop()
  await later(10_000)
  await stopped
  vi.useRealTimers()
})

describe('createSessionCache', () => {
  it('checks concurrent calls and sessions in one batch, then answers synchronously', async () => {
    const { open, cache, calls } = makeWorld()
    for (const id of ['a', 'b']) open.add(id)
    const answers = await Promise.all([cache.get('a'), cache.get('b'), cache.get('a')])
    expect(answers.map(({ user }) => user._id)).toEqual(['user of a', 'user of b', 'user of a'])
    expect(calls).toEqual([['a', 'b']])
    expect(cache.get('a')).not.toBeInstanceOf(Promise)
  })

  it('checks five thousand sessions in batches of a thousand', async () => {
    const { open, cache, calls } = makeWorld()
    const ids = Array.from({ length: 5_000 }, (_, index) => `s${index}`)
    for (const id of ids) open.add(id)
    await Promise.all(ids.map(id => cache.get(id)))
    expect([calls.length, Math.max(...calls.map(({ length }) => length))]).toEqual([5, 1_000])
    await later(1)
    for (const id of ids) cache.get(id)
    await later(2_100)
    expect([calls.length, Math.max(...calls.map(({ length }) => length))]).toEqual([10, 1_000])
  })

  it('rechecks sessions in use in the background, and never answers from a state older than 5 s', async () => {
    const { open, cache, calls } = makeWorld()
    open.add('s')
    await cache.get('s')
    for (let second = 0; second < 20; second += 1) {
      await later(1_000)
      expect(cache.get('s')).not.toBeInstanceOf(Promise)
    }
    const inUse = calls.length
    expect(inUse).toBeLessThanOrEqual(11)
    await later(20_000)
    expect(calls.length - inUse).toBeLessThanOrEqual(3)
    open.delete('s')
    expect(await codeOf(() => cache.get('s'))).toBe('UNAUTHENTICATED')
  })

  it('removes unused sessions', async () => {
    const { open, cache } = makeWorld()
    open.add('s')
    await cache.get('s')
    await later(70_000)
    expect(cache.count()).toBe(0)
  })

  it('reports once when a session comes into use and when it goes out of use', async () => {
    const { open, cache } = makeWorld()
    const reported: string[] = []
    cache.onUse(({ sessionId }, isInUse) => reported.push(`${sessionId} ${isInUse}`))
    open.add('a').add('b')
    await Promise.all([cache.get('a'), cache.get('b')])
    for (let at = 0; at < 20; at += 1) {
      await later(4_000)
      await cache.get('a')
    }
    expect(reported).toEqual(['a true', 'b true', 'b false'])
    await cache.get('b')
    cache.end('a')
    cache.end('a')
    expect(reported.slice(3)).toEqual(['b true', 'a false'])
  })

  it('ends a session on a push, even during a check', async () => {
    const { world, open, cache, calls } = makeWorld()
    open.add('s')
    const ended: string[] = []
    cache.onEnd(id => ended.push(id))
    let release = () => {}
    world.gate = new Promise(resolve => {
      release = resolve
    })
    const asking = codeOf(() => cache.get('s'))
    await new Promise(resolve => setImmediate(resolve))
    cache.end('s')
    release()
    expect(await asking).toBe('UNAUTHENTICATED')
    expect(await codeOf(() => cache.get('s'))).toBe('UNAUTHENTICATED')
    expect([ended, calls.length]).toEqual([['s'], 1])
  })

  it('ends a session that svc-accounts no longer knows', async () => {
    const { open, cache } = makeWorld()
    const ended: string[] = []
    cache.onEnd(id => ended.push(id))
    open.add('s')
    await cache.get('s')
    await later(1)
    cache.get('s')
    open.delete('s')
    await later(2_100)
    expect(ended).toEqual(['s'])
    open.add('s')
    expect(await codeOf(() => cache.get('s'))).toBe('UNAUTHENTICATED')
  })

  it('rejects calls while sessions cannot be checked, without ending them', async () => {
    const { world, open, cache } = makeWorld()
    open.add('s')
    await cache.get('s')
    world.fail = busy()
    await later(6_000)
    expect(await codeOf(() => cache.get('s'))).toBe('UNAVAILABLE')
    world.fail = undefined
    expect(await codeOf(() => cache.get('s'))).toBe('ok')
  })

  it('rejects an expired session', async () => {
    const { open, cache } = makeWorld()
    open.add('s')
    vi.setSystemTime(begin + 1_800_000)
    expect(await codeOf(() => cache.get('s'))).toBe('UNAUTHENTICATED')
  })
})
