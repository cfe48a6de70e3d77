import { describe, expect, it } from 'vitest'
import { ageText, livenessOf } from './liveness'

const open = -20_000

const tickMs = 2_000

describe('the feed', () => {
  it('is live while the socket sends at least every other tick', () => {
    expect(livenessOf({ phase: 'live', ageMs: 4_000, overdueMs: open, tickMs })).toBe('live')
    expect(livenessOf({ phase: 'live', ageMs: 4_001, overdueMs: open, tickMs })).toBe('stale')
  })

  it('is trusted without a tick interval while the socket is connected', () => {
    expect(livenessOf({ phase: 'live', ageMs: 170_000, overdueMs: open, tickMs: undefined })).toBe('live')
    expect(livenessOf({ phase: 'down', ageMs: 10_001, overdueMs: open, tickMs: undefined })).toBe('stale')
  })

  it('is reconnecting without the socket while polling keeps the totals fresh', () => {
    expect(livenessOf({ phase: 'down', ageMs: 2_500, overdueMs: open, tickMs })).toBe('reconnecting')
    expect(livenessOf({ phase: 'connecting', ageMs: 500, overdueMs: open, tickMs })).toBe('connecting')
  })

  it('is stale without data, or when the next draw is overdue', () => {
    expect(livenessOf({ phase: 'down', ageMs: 4_001, overdueMs: open, tickMs })).toBe('stale')
    expect(livenessOf({ phase: 'connecting', ageMs: 4_001, overdueMs: open, tickMs })).toBe('stale')
    expect(livenessOf({ phase: 'live', ageMs: 1_000, overdueMs: 6_001, tickMs })).toBe('stale')
  })
})

describe('an age', () => {
  it('is shown in its largest unit', () => {
    expect([-5, 0, 59_999, 60_000, 3_599_000, 7_200_000].map(ageText)).toEqual([
      '0 s',
      '0 s',
      '59 s',
      '1 min',
      '59 min',
      '2 h',
    ])
  })
})
