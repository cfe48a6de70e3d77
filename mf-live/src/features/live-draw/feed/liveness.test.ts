import { expect, test } from 'vitest'
import { ageText, livenessOf } from './liveness'

const open = -20_000

test('with the socket an open draw is live, however long nobody has bet', () => {
  expect(livenessOf({ phase: 'live', age: 170_000, overdue: open })).toBe('live')
})

test('without the socket it reconnects while calls keep the totals fresh', () => {
  expect(livenessOf({ phase: 'down', age: 2_000, overdue: open })).toBe('reconnecting')
  expect(livenessOf({ phase: 'connecting', age: 500, overdue: open })).toBe('connecting')
})

test('is stale when neither brings anything, or when the next draw does not come', () => {
  expect(livenessOf({ phase: 'down', age: 10_001, overdue: open })).toBe('stale')
  expect(livenessOf({ phase: 'connecting', age: 10_001, overdue: open })).toBe('stale')
  expect(livenessOf({ phase: 'live', age: 60_000, overdue: 6_001 })).toBe('stale')
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
