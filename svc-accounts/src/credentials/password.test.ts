import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createHasher, createPasswordMemory } from './password'

it('hashes with argon2id and checks', async () => {
  const hasher = createHasher()
  const stored = await hasher.hash('a long secret')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await hasher.verify(stored, 'a long secret')).toBe(true)
  expect(await hasher.verify(stored, 'a long secreT')).toBe(false)
  expect(await hasher.verifyNobody('nobody has this password')).toBe(false)
})

it('takes a flood in turns and refuses what would wait too long', async () => {
  const hasher = createHasher({ concurrency: 1 })
  const flood = Array.from({ length: 210 }, () => hasher.hash('x').catch((error: { code?: string }) => error.code))
  await turn()
  const first = await Promise.race(flood.slice(205))
  expect(first).toBe('UNAVAILABLE')
  const answers = await Promise.all(flood)
  expect(answers.filter(answer => answer === 'UNAVAILABLE')).toHaveLength(9)
}, 60_000)

const s1 = { sessionId: 's1', accountId: 'one' }
const s2 = { sessionId: 's2', accountId: 'two' }

it('believes a session that proved its password, for five minutes', () => {
  let now = 0
  const memory = createPasswordMemory(() => now)
  expect(memory.knows('s1', 'secret', 1)).toBe(false)
  memory.remember(s1, 'secret', 1)
  expect(memory.knows('s1', 'secret', 1)).toBe(true)
  expect(memory.knows('s1', 'Secret', 1)).toBe(false)
  expect(memory.knows('s2', 'secret', 1)).toBe(false)
  now = 5 * 60_000
  expect(memory.knows('s1', 'secret', 1)).toBe(false)
})

it('forgets with the password and with the session', () => {
  const memory = createPasswordMemory()
  memory.remember(s1, 'secret', 1)
  memory.remember(s2, 'secret', 1)
  expect(memory.knows('s1', 'secret', 2)).toBe(false)
  expect(memory.knows('s1', 'secret', 1)).toBe(false)
  memory.forget(['s2'])
  expect(memory.knows('s2', 'secret', 1)).toBe(false)
})

it('forgets all sessions of an account at once, and no others', () => {
  const memory = createPasswordMemory()
  memory.remember(s1, 'secret', 1)
  memory.remember({ ...s1, sessionId: 's3' }, 'secret', 1)
  memory.remember(s2, 'secret', 1)
  memory.forgetAccount('one')
  expect(['s1', 's2', 's3'].filter(session => memory.knows(session, 'secret', 1))).toEqual(['s2'])
})
