import { expect, test } from 'vitest'
import { heatOf, largestOf, tablePosition } from './option-cell'

test('heat has six steps up to the largest liability, finer for small ones', () => {
  expect([0, 10, 135, 655, 1860, 2000].map(cost => heatOf(cost, 2000))).toEqual([0, 1, 2, 4, 6, 6])
  expect(heatOf(0, 0)).toBe(0)
})

test('the largest liability is found, or 0 without options', () => {
  expect(largestOf([{ liability: 3 }, { liability: 7.5 }, { liability: 0 }])).toBe(7.5)
  expect(largestOf([])).toBe(0)
})

test('table numbers fill the columns in threes, after the zeros', () => {
  expect(['1', '2', '3', '36'].map(tablePosition)).toEqual([
    { column: 1, row: 1 },
    { column: 1, row: 2 },
    { column: 1, row: 3 },
    { column: 12, row: 3 },
  ])
  expect(tablePosition('0')?.column).toBe(0)
})

test('every number has its own field on the table', () => {
  const drawnos = ['00', ...Array.from({ length: 37 }, (_, number) => String(number))]
  const positions = drawnos.map(drawno => JSON.stringify(tablePosition(drawno)))
  expect(new Set(positions).size).toBe(38)
})

test('values that are not table numbers have no position', () => {
  expect(tablePosition('37')).toBeUndefined()
  expect(tablePosition('A')).toBeUndefined()
})
