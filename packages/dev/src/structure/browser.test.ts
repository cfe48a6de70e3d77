import { describe, expect, it } from 'vitest'
import { browserFaults } from './browser'

const faultsOf = (text: string, path = 'mf-games/src/times/times.ts') => browserFaults([{ path, text }]).length

describe('browserFaults', () => {
  it.each([
    'const at = new Date()',
    'useState(Date.now)',
    'localStorage.clear()',
    'crypto.randomUUID()',
    'if (navigator.onLine) send()',
    'new Intl.Locale(navigator.language)',
  ])('reports a screen that uses %s', text => {
    expect(faultsOf(text)).toBe(1)
  })

  it('allows browser APIs in clock and storage modules, tests and services', () => {
    for (const path of ['packages/web-kit/src/clock.ts', 'mf-games/src/a.test.tsx', 'svc-games/src/a.ts'])
      expect(faultsOf('Date.now()', path)).toBe(0)
    expect(faultsOf('new Date(serverNow())')).toBe(0)
  })
})
