import { expect, test } from 'vitest'
import { ageText, livenessOf } from './liveness'

const open = -20_000

const tickMs = 2_000

test('the feed is live while the socket sends at least every other tick', () => {
  expect(livenessOf({ phase: 'live', ageMs: 4_000, overdueMs: open, tickMs })).toBe('live')
  expect(livenessOf({ phase: 'live', ageMs: 4_001, overdueMs: open, tickMs })).toBe('stale')
})

test('without a tick interval the feed is trusted while the socket is connected', () => {
  expect(livenessOf({ phase: 'live', ageMs: 170_000, overdueMs: open, tickMs: undefined })).toBe('live')
  expect(livenessOf({ phase: 'down', ageMs: 10_001, overdueMs: open, tickMs: undefined })).toBe('stale')
})

test('without the socket the feed is reconnecting while polling keeps the totals fresh', () => {
  expect(livenessOf({ phase: 'down', ageMs: 2_500, overdueMs: open, tickMs })).toBe('reconnecting')
  expect(livenessOf({ phase: 'connecting', ageMs: 500, overdueMs: open, tickMs })).toBe('connecting')
})

test('the feed is stale without data, or when the next draw is overdue', () => {
  expect(livenessOf({ phase: 'down', ageMs: 4_001, overdueMs: open, tickMs })).toBe('stale')
  expect(livenessOf({ phase: 'connecting', ageMs: 4_001, overdueMs: open, tickMs })).toBe('stale')
  expect(livenessOf({ phase: 'live', ageMs: 1_000, overdueMs: 6_001, tickMs })).toBe('stale')
})

test('an age is shown in its largest unit', () => {
  expect([-5, 0, 59_999, 60_000, 3_599_000, 7_200_000].map(ageText)).toEqual([
    '0 s',
    '0 s',
    '59 s',
    '1 min',
    '59 min',
    '2 h',
  ])
})
