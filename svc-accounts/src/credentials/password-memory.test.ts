import { expect, it } from 'vitest'
import { createPasswordMemory } from './password-memory'

it('believes a session that proved its password, for five minutes', () => {
  let now = 0
  const memory = createPasswordMemory(() => now)
  expect(memory.knows('s1', 'secret', 1)).toBe(false)
  memory.remember('s1', 'secret', 1)
  expect(memory.knows('s1', 'secret', 1)).toBe(true)
  expect(memory.knows('s1', 'Secret', 1)).toBe(false)
  expect(memory.knows('s2', 'secret', 1)).toBe(false)
  now = 5 * 60_000
  expect(memory.knows('s1', 'secret', 1)).toBe(false)
})

it('forgets with the password and with the session', () => {
  const memory = createPasswordMemory()
  memory.remember('s1', 'secret', 1)
  memory.remember('s2', 'secret', 1)
  expect(memory.knows('s1', 'secret', 2)).toBe(false)
  expect(memory.knows('s1', 'secret', 1)).toBe(false)
  memory.forget(['s2'])
  expect(memory.knows('s2', 'secret', 1)).toBe(false)
})
