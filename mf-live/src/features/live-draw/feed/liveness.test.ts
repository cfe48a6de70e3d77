import { expect, test } from 'vitest'
import { ageText, livenessOf } from './liveness'

const open = -20_000

test('with the socket an open draw is live, however long nobody has bet', () => {
  expect(livenessOf({ phase: 'live', ageMs: 170_000, overdueMs: open })).toBe('live')
})

test('without the socket it reconnects while calls keep the totals fresh', () => {
  expect(livenessOf({ phase: 'down', ageMs: 2_000, overdueMs: open })).toBe('reconnecting')
  expect(livenessOf({ phase: 'connecting', ageMs: 500, overdueMs: open })).toBe('connecting')
})

test('is stale when neither brings anything, or when the next draw does not come', () => {
  expect(livenessOf({ phase: 'down', ageMs: 10_001, overdueMs: open })).toBe('stale')
  expect(livenessOf({ phase: 'connecting', ageMs: 10_001, overdueMs: open })).toBe('stale')
  expect(livenessOf({ phase: 'live', ageMs: 60_000, overdueMs: 6_001 })).toBe('stale')
})

test('tells an age in its largest unit', () => {
  expect([-5, 0, 59_999, 60_000, 3_599_000, 7_200_000].map(ageText)).toEqual([
    '0 s',
    '0 s',
    '59 s',
    '1 min',
    '59 min',
    '2 h',
  ])
})
