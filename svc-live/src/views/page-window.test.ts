import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partsOfPage } from './cleared'
import { leafSize, partsOf } from './list-store'

const days = fc
  .array(fc.integer({ min: 0, max: 12 }), { maxLength: 6 })
  .map(counts => counts.map((count, index) => ({ day: `2026-03-${20 - index}`, count })))

describe('pages of lists that are kept by day', () => {
  it('give every row once, in order, whatever the size of the page', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 9 }), fc.boolean(), (list, size, isAscending) => {
        const newestFirst = list.flatMap(({ day, count }) =>
          Array.from({ length: count }, (_, place) => `${day} ${place}`).reverse(),
        )
        const expected = isAscending ? newestFirst.toReversed() : newestFirst
        const pages = Math.ceil(newestFirst.length / size) + 1
        const read = Array.from({ length: pages }, (_, page) =>
          partsOfPage(list, isAscending, page * size, size).flatMap(({ day, from, count }) => {
            const rows = Array.from({ length: count }, (_, index) => `${day} ${from + index}`)
            return isAscending ? rows : rows.reverse()
          }),
        )
        expect(read.flat()).toEqual(expected)
        expect(read.every(rows => rows.length <= size)).toBe(true)
      }),
    )
  })
})

describe('ids that are appended', () => {
  it('fill leaves one after the other', () => {
    const ids = Array.from({ length: 2 * leafSize + 5 }, (_, index) => String(index))
    const parts = partsOf(leafSize - 3, ids)
    expect(parts.map(part => [part.leaf, part.ids.length])).toEqual([
      [0, 3],
      [1, leafSize],
      [2, leafSize],
      [3, 2],
    ])
    expect(parts.flatMap(part => part.ids)).toEqual(ids)
  })
})
