import { describe, expect, it } from 'vitest'
import { reads, searchable } from './read-page'

const days = [
  { day: '3', count: 2 },
  { day: '2', count: 990 },
  { day: '1', count: 8 },
  { day: '0', count: 5 },
]

describe('a page is read out of days, quiet ones together', () => {
  it.each([
    [0, 2, ['3 from 0: 2']],
    [0, 3, ['3,2 from 0: 3']],
    [1, 6, ['3,2 from 1: 6']],
    [2, 3, ['2 from 0: 3']],
    [991, 10, ['2,1 from 989: 9', '0 from 0: 1']],
    [992, 10, ['1,0 from 0: 10']],
    [1_005, 10, []],
    [0, 2_000, ['3,2,1 from 0: 1000', '0 from 0: 5']],
  ])('rows %i and %i more', (from, count, expected) => {
    const parts = reads(days, from, count).map(part => `${part.days} from ${part.skip}: ${part.limit}`)
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
