import { type AppError, busy, notFound } from '@cascade/service-kit'
import { describe, expect, it } from 'vitest'
import { createSessionCache, type Session } from './session-cache'

function makeWorld() {
  const world = { now: 1_000_000, reads: 0, fail: undefined as Error | undefined, gate: Promise.resolve() }
  const session: Session = {
    user: { _id: 'a', username: 'u', role: 'admin', walletBalance: 0, roles: ['admin'] },
    expiresAt: new Date(world.now + 1_800_000).toISOString(),
  }
  const cache = createSessionCache(
    async () => {
      world.reads += 1
      await world.gate
      if (world.fail) throw world.fail
      return session
    },
    () => world.now,
  )
  return { world, cache }
}
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: AppError) => error.code,
  )
const settle = () => new Promise(resolve => setImmediate(resolve))

describe('createSessionCache', () => {
  it('reads once for many calls, and again after 5 s', async () => {
    const { world, cache } = makeWorld()
    await Promise.all([cache.get('s'), cache.get('s'), cache.get('s')])
    expect(world.reads).toBe(1)
    world.now += 2_999
    await cache.get('s')
    expect(world.reads).toBe(1)
    world.now += 2_001
    await cache.get('s')
    expect(world.reads).toBe(2)
  })

  it('reads beside the call before its knowledge is too old', async () => {
    const { world, cache } = makeWorld()
    await cache.get('s')
    world.now += 3_500
    await cache.get('s')
    await settle()
    expect(world.reads).toBe(2)
    world.now += 2_900
    await cache.get('s')
    expect(world.reads).toBe(2)
  })

  it('ends for good with a push, even while it is being read', async () => {
    const { world, cache } = makeWorld()
    const ended: string[] = []
    cache.onEnd(id => ended.push(id))
    let release = () => {}
    world.gate = new Promise(resolve => {
      release = resolve
    })
    const reading = codeOf(cache.get('s'))
    cache.end('s')
    release()
    expect(await reading).toBe('UNAUTHENTICATED')
    expect(await codeOf(cache.get('s'))).toBe('UNAUTHENTICATED')
    expect(ended).toEqual(['s'])
    expect(world.reads).toBe(1)
  })

  it('ends when the service does not know it any more', async () => {
    const { world, cache } = makeWorld()
    await cache.get('s')
    world.fail = notFound()
    world.now += 6_000
    expect(await codeOf(cache.get('s'))).toBe('UNAUTHENTICATED')
    world.fail = undefined
    expect(await codeOf(cache.get('s'))).toBe('UNAUTHENTICATED')
  })

  it('lets nobody in when the service cannot be asked, and does not take that for an end', async () => {
    const { world, cache } = makeWorld()
    await cache.get('s')
    world.fail = busy()
    world.now += 6_000
    expect(await codeOf(cache.get('s'))).toBe('UNAVAILABLE')
    world.fail = undefined
    expect(await codeOf(cache.get('s'))).toBe('ok')
  })

  it('does not outlive the session', async () => {
    const { world, cache } = makeWorld()
    world.now += 1_800_000
    expect(await codeOf(cache.get('s'))).toBe('UNAUTHENTICATED')
  })
})
