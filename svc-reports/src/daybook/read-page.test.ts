import { describe, expect, it } from 'vitest'
import { searchable, slices } from './read-page'

const days = [
  { day: '2026-03-03', count: 2 },
  { day: '2026-03-02', count: 5 },
  { day: '2026-03-01', count: 1 },
]

describe('a page is cut out of days', () => {
  it.each([
    [0, 2, ['03 from 0: 2']],
    [0, 3, ['03 from 0: 2', '02 from 0: 1']],
    [1, 6, ['03 from 1: 1', '02 from 0: 5']],
    [2, 3, ['02 from 0: 3']],
    [6, 10, ['02 from 4: 1', '01 from 0: 1']],
    [7, 10, ['01 from 0: 1']],
    [8, 10, []],
    [0, 1000, ['03 from 0: 2', '02 from 0: 5', '01 from 0: 1']],
  ])('rows %i and %i more', (from, count, expected) => {
    const parts = slices(days, from, count).map(({ day, skip, limit }) => `${day.slice(-2)} from ${skip}: ${limit}`)
    expect(parts).toEqual(expected)
  })
})

describe('a search reads the newest days', () => {
  const busy = (count: number) => Array.from({ length: 40 }, (_, index) => ({ day: String(99 - index), count }))

  it.each([
    [10, 31],
    [10_000, 5],
    [30_000, 1],
    [900_000, 1],
  ])('of %i rows each: %i of them', (count, expected) => {
    expect(searchable(busy(count)).map(({ day }) => day)).toEqual(
      busy(count)
        .slice(0, expected)
        .map(({ day }) => day),
    )
  })
})
