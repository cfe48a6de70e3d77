import { describe, expect, it } from 'vitest'
import { heatOf, largestOf, tablePosition } from './option-cell'

describe('the heat of a cell', () => {
  it('has six steps up to the largest liability, finer for small ones', () => {
    expect([0, 10, 135, 655, 1860, 2000].map(cost => heatOf(cost, 2000))).toEqual([0, 1, 2, 4, 6, 6])
    expect(heatOf(0, 0)).toBe(0)
  })

  it('is measured by the largest liability, which is 0 without options', () => {
    expect(largestOf([{ liability: 3 }, { liability: 7.5 }, { liability: 0 }])).toBe(7.5)
    expect(largestOf([])).toBe(0)
  })
})

describe('a number on the table', () => {
  it('stands in columns of three, after the zeros', () => {
    expect(['1', '2', '3', '36'].map(tablePosition)).toEqual([
      { column: 1, row: 1 },
      { column: 1, row: 2 },
      { column: 1, row: 3 },
      { column: 12, row: 3 },
    ])
    expect(tablePosition('0')?.column).toBe(0)
  })

  it('has a field of its own', () => {
    const drawnos = ['00', ...Array.from({ length: 37 }, (_, number) => String(number))]
    const positions = drawnos.map(drawno => JSON.stringify(tablePosition(drawno)))
    expect(new Set(positions).size).toBe(38)
  })

  it('has no position if it is no number of the table', () => {
    expect(tablePosition('37')).toBeUndefined()
    expect(tablePosition('A')).toBeUndefined()
  })
})
