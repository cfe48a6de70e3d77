import { expect, test } from 'vitest'
import { heatOf, largestOf, placeOnTable } from './option-cell'

test('goes in four steps up to the largest liability', () => {
  expect([0, 1, 25, 26, 75, 100].map(sum => heatOf(sum, 100))).toEqual([0, 1, 1, 2, 3, 4])
  expect(heatOf(0, 0)).toBe(0)
})

test('finds the largest liability', () => {
  expect(largestOf([{ liability: 3 }, { liability: 7.5 }, { liability: 0 }])).toBe(7.5)
  expect(largestOf([])).toBe(0)
})

test('numbers run up the columns in threes, 3 at the top', () => {
  expect(placeOnTable('1', true)).toEqual({ column: '2', row: '5 / span 2' })
  expect(placeOnTable('2', true)).toEqual({ column: '2', row: '3 / span 2' })
  expect(placeOnTable('3', true)).toEqual({ column: '2', row: '1 / span 2' })
  expect(placeOnTable('36', true)).toEqual({ column: '13', row: '1 / span 2' })
})

test('no two numbers share a field', () => {
  const drawnos = ['00', ...Array.from({ length: 37 }, (_, number) => String(number))]
  const places = drawnos.map(drawno => JSON.stringify(placeOnTable(drawno, true)))
  expect(new Set(places).size).toBe(38)
})

test('one zero has the first column for itself, two share it', () => {
  expect(placeOnTable('0', false)).toEqual({ column: '1', row: '1 / span 6' })
  expect(placeOnTable('0', true)).toEqual({ column: '1', row: '4 / span 3' })
  expect(placeOnTable('00', true)).toEqual({ column: '1', row: '1 / span 3' })
})

test('what is no number of the table has no place on it', () => {
  expect(placeOnTable('37', true)).toBeUndefined()
  expect(placeOnTable('A', true)).toBeUndefined()
})
