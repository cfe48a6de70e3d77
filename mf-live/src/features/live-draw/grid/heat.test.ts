import { expect, test } from 'vitest'
import { heatOf, largestOf } from './heat'

test('goes in four steps up to the largest stake', () => {
  expect([0, 1, 25, 26, 75, 100].map(sum => heatOf(sum, 100))).toEqual([0, 1, 1, 2, 3, 4])
  expect(heatOf(0, 0)).toBe(0)
})

test('finds the largest stake', () => {
  expect(largestOf([{ sum: 3 }, { sum: 7.5 }, { sum: 0 }])).toBe(7.5)
  expect(largestOf([])).toBe(0)
})
