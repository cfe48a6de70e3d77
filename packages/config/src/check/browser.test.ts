import { expect, it } from 'vitest'
import { browserFaults } from './browser'

const faultsOf = (text: string, path = 'mf-games/src/times/times.ts') => browserFaults([{ path, text }]).length

it.each([
  'const at = new Date()',
  'useState(Date.now)',
  'localStorage.clear()',
  'crypto.randomUUID()',
  'if (navigator.onLine) send()',
  'new Intl.Locale(navigator.language)',
])('screens do not use %s', text => {
  expect(faultsOf(text)).toBe(1)
})

it('the clock, the storage, tests and services may', () => {
  for (const path of ['packages/web-kit/src/clock.ts', 'mf-games/src/a.test.tsx', 'svc-games/src/a.ts'])
    expect(faultsOf('Date.now()', path)).toBe(0)
  expect(faultsOf('new Date(serverNow())')).toBe(0)
})
