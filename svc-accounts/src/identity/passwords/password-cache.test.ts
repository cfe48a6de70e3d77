import { describe, expect, it } from 'vitest'
import { createPasswordCache } from './password-cache'

const s1 = { sessionId: 's1', accountId: 'one' }
const s2 = { sessionId: 's2', accountId: 'two' }

describe('the password cache', () => {
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
})
