import { describe, expect, it } from 'vitest'
import { timerOf } from './live-channel'

describe('timerOf', () => {
  it('counts whole seconds until the draw, and never below zero', () => {
    const at = (drawAt: string) => timerOf({ gameId: 'G', drawAt, now: '2026-01-01T00:00:00.500Z' }).time
    expect(at('2026-01-01T00:02:00.000Z')).toBe('02:00')
    expect(at('2026-01-01T01:40:00.500Z')).toBe('100:00')
    expect(at('2025-12-31T23:59:59.000Z')).toBe('00:00')
  })
})
