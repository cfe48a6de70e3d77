import { expect, test } from 'vitest'
import { clockText, msUntilNextSecond, secondsLeft } from './countdown-clock'

test('seconds left are rounded up: full length at the start, 0 only when drawn', () => {
  expect(secondsLeft(60_000, 0)).toBe(60)
  expect(secondsLeft(60_000, 1)).toBe(60)
  expect(secondsLeft(60_000, 1000)).toBe(59)
  expect(secondsLeft(60_000, 59_999)).toBe(1)
  expect(secondsLeft(60_000, 60_000)).toBe(0)
  expect(secondsLeft(60_000, 99_000)).toBe(0)
})

test('the next tick falls exactly on a change of the seconds, so ticks do not drift', () => {
  for (const now of [0, 1, 250, 999, 1000, 1001, 59_999.5]) {
    const wait = msUntilNextSecond(60_000, now)
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(1000)
    expect(secondsLeft(60_000, now + wait)).toBe(secondsLeft(60_000, now) - 1)
  }
})

test('the clock shows minutes and seconds with two digits', () => {
  expect([0, 9, 60, 119, 3600].map(clockText)).toEqual(['00:00', '00:09', '01:00', '01:59', '60:00'])
})
