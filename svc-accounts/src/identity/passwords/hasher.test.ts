import { expect, it } from 'vitest'
import { createHasher, createPasswordCache } from './hasher'

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

const s1 = { sessionId: 's1', accountId: 'one' }
const s2 = { sessionId: 's2', accountId: 'two' }

it('accepts a proved password of a session for five minutes', () => {
  let now = 0
  const memory = createPasswordCache(() => now)
  expect(memory.isProved('s1', 'secret', 1)).toBe(false)
  memory.remember(s1, 'secret', 1)
  expect(memory.isProved('s1', 'secret', 1)).toBe(true)
  expect(memory.isProved('s1', 'Secret', 1)).toBe(false)
  expect(memory.isProved('s2', 'secret', 1)).toBe(false)
  now = 5 * 60_000
  expect(memory.isProved('s1', 'secret', 1)).toBe(false)
})

it('forgets a proof after a password change and at the end of the session', () => {
  const memory = createPasswordCache()
  memory.remember(s1, 'secret', 1)
  memory.remember(s2, 'secret', 1)
  expect(memory.isProved('s1', 'secret', 2)).toBe(false)
  expect(memory.isProved('s1', 'secret', 1)).toBe(false)
  memory.forget(['s2'])
  expect(memory.isProved('s2', 'secret', 1)).toBe(false)
})

it('forgets all sessions of one account and no others', () => {
  const memory = createPasswordCache()
  memory.remember(s1, 'secret', 1)
  memory.remember({ ...s1, sessionId: 's3' }, 'secret', 1)
  memory.remember(s2, 'secret', 1)
  memory.forgetAccount('one')
  expect(['s1', 's2', 's3'].filter(session => memory.isProved(session, 'secret', 1))).toEqual(['s2'])
})
