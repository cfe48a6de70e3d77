import { describe, expect, it } from 'vitest'
import { clockText, msUntilNextSecond, secondsLeft } from './countdown-clock'

describe('the countdown', () => {
  it('rounds seconds up: full length at the start, 0 only when drawn', () => {
    expect(secondsLeft(60_000, 0)).toBe(60)
    expect(secondsLeft(60_000, 1)).toBe(60)
    expect(secondsLeft(60_000, 1000)).toBe(59)
    expect(secondsLeft(60_000, 59_999)).toBe(1)
    expect(secondsLeft(60_000, 60_000)).toBe(0)
    expect(secondsLeft(60_000, 99_000)).toBe(0)
  })

  it('ticks exactly when the seconds change, so that it does not drift', () => {
    for (const now of [0, 1, 250, 999, 1000, 1001, 59_999.5]) {
      const wait = msUntilNextSecond(60_000, now)
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(1000)
      expect(secondsLeft(60_000, now + wait)).toBe(secondsLeft(60_000, now) - 1)
    }
  })

  it('shows minutes and seconds with two digits', () => {
    expect([0, 9, 60, 119, 3600].map(clockText)).toEqual(['00:00', '00:09', '01:00', '01:59', '60:00'])
  })
})
