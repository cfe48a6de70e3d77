import { describe, expect, it } from 'vitest'
import { createHasher } from './hasher'

describe('the hasher', () => {
  it('hashes with argon2id and verifies', async () => {
    const hasher = createHasher()
    const stored = await hasher.hash('a long secret')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await hasher.verify(stored, 'a long secret')).toBe(true)
    expect(await hasher.verify(stored, 'a long secreT')).toBe(false)
    expect(await hasher.verifyDummy('nobody has this password')).toBe(false)
  })

  const codeOf = (error: { code?: string }) => error.code ?? ''

  it('queues checks and new secrets of a requester', async () => {
    const hasher = createHasher()
    const stored = await hasher.hash('x')
    const outcomes = (work: () => Promise<unknown>) =>
      Promise.all(Array.from({ length: 12 }, () => work().then(() => 'done', codeOf)))
    const hashes = await outcomes(() => hasher.hash('x', { account: 'a' }))
    const checks = await outcomes(() => hasher.verify(stored, 'x', { account: 'a' }))
    expect(hashes.filter(code => code === 'TOO_MANY_REQUESTS')).toHaveLength(2)
    expect(checks.filter(code => code === 'TOO_MANY_REQUESTS')).toHaveLength(3)
  })

  it('rejects strangers beyond their queue, but neither checks nor new secrets of users', async () => {
    const hasher = createHasher()
    const stored = await hasher.hash('right')
    const strangers = Array.from({ length: 300 }, (_, at) => {
      const by = { isStranger: true, network: `n${at}` }
      return (at % 2 ? hasher.verify(stored, 'wrong', by) : hasher.hash('x', by)).then(() => 'done', codeOf)
    })
    expect(await hasher.verify(stored, 'right')).toBe(true)
    expect(await hasher.hash('x', { account: 'a' })).toContain('argon2id')
    expect((await Promise.all(strangers)).filter(code => code === 'UNAVAILABLE').length).toBeGreaterThanOrEqual(99)
  })

  it('does not delay password checks by many new secrets', async () => {
    const hasher = createHasher()
    const stored = await hasher.hash('right')
    let ended = 0
    const flood = Array.from({ length: 40 }, () => hasher.hash('x').finally(() => (ended += 1)))
    const settled = Promise.allSettled(flood)
    expect(await hasher.verify(stored, 'right')).toBe(true)
    expect(ended).toBeLessThan(40)
    await settled
  })
})
