import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toPageWindow } from './page'
import { selectSlices } from './read'

const days = fc
  .array(fc.integer({ min: 0, max: 12 }), { maxLength: 6 })
  .map(counts => counts.map((count, index) => ({ day: `2026-03-${10 + index}`, from: 2, to: 2 + count })))

describe('selectSlices', () => {
  it('returns every row once and in order, whatever the page size', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 9 }), fc.boolean(), (list, size, newestFirst) => {
        const rowsOf = ({ day, from, to }: { day: string; from: number; to: number }) =>
          Array.from({ length: to - from }, (_, index) => `${day} ${from + index}`)
        const oldestFirst = list.flatMap(rowsOf)
        const pages = Array.from({ length: Math.ceil(oldestFirst.length / size) + 1 }, (_, index) => {
          const { from, count } = toPageWindow({ page: index + 1, size })
          const slices = selectSlices(list, from, count, newestFirst).map(rowsOf)
          return slices.flatMap(rows => (newestFirst ? rows.toReversed() : rows))
        })
        expect(pages.flat()).toEqual(newestFirst ? oldestFirst.toReversed() : oldestFirst)
        expect(pages.every(rows => rows.length <= size)).toBe(true)
      }),
    )
  })
})

describe('toPageWindow', () => {
  it('defaults to ten rows and limits a plain call', () => {
    expect([toPageWindow({}), toPageWindow({ page: 3 }), toPageWindow({ size: 25 })]).toEqual([
      { from: 0, count: 10 },
      { from: 20, count: 10 },
      { from: 0, count: 25 },
    ])
    const rule = { size: 50, plain: 1_000 }
    expect([toPageWindow({}, rule), toPageWindow({ page: 2 }, rule)]).toEqual([
      { from: 0, count: 1_000 },
      { from: 50, count: 50 },
    ])
  })
})
