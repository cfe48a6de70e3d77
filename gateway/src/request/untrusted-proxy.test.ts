import { silentLogger } from '@cascade/service-kit/testing'
import { describe, expect, it } from 'vitest'
import { createUntrustedProxyGuard, untrustedProxyText } from './untrusted-proxy'

function makeGuard() {
  const state = { now: 0, counted: 0 }
  const guard = createUntrustedProxyGuard({
    logger: silentLogger,
    isProduction: true,
    count() {
      state.counted += 1
    },
    now: () => state.now,
  })
  const forward = (peer: string) => expect(() => guard.onForwarded(peer)).toThrow(untrustedProxyText)
  return { state, guard, forward }
}

describe('an untrusted proxy', () => {
  it('is reported while nothing but probes and its own checks come from elsewhere', () => {
    const { state, guard, forward } = makeGuard()
    guard.onServed('10.0.0.5', '/livez')
    forward('172.17.0.1')
    guard.onServed('10.0.0.5', '/readyz?full')
    guard.onServed('172.17.0.1', '/')
    forward('172.17.0.1')
    expect([guard.faults(), state.counted]).toEqual([[untrustedProxyText], 2])
    state.now = 60_000
    expect(guard.faults()).toEqual([])
  })

  it('is not reported for a client that sends the header while others are served', () => {
    const { state, guard, forward } = makeGuard()
    forward('198.51.100.9')
    guard.onServed('10.0.0.1', '/api/auth/session')
    forward('198.51.100.9')
    expect([guard.faults(), state.counted]).toEqual([[], 1])
    state.now = 600_001
    forward('198.51.100.9')
    expect([guard.faults(), state.counted]).toEqual([[untrustedProxyText], 2])
  })
})
