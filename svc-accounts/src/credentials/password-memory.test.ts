import { expect, it } from 'vitest'
import { createPasswordMemory } from './password-memory'

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
