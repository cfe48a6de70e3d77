import { describe, expect, it } from 'vitest'
import { isCleared, type Source, untilMoment, withoutCleared } from './cleared'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 10, minute))
const rows = Array.from({ length: 10 }, (_, minute) => ({ at: at(minute) }))
const source: Source<{ at: Date }> = {
  days: [
    { day: '2026-03-02', count: 10 },
    { day: '2026-03-01', count: 10 },
  ],
  read: async ({ from, count }) => rows.slice(from, from + count),
}
const clearing = (minute: number) => [{ from: '2026-03-01', to: '2026-03-01', at: at(minute) }]

describe('a list that was cleared', () => {
  it.each([
    [-1, 10],
    [0, 9],
    [4, 5],
    [8, 1],
  ])('until minute %i shows the %i rows that came later, and other days whole', async (minute, left) => {
    const shown = await withoutCleared(source, clearing(minute))
    expect(shown.days).toEqual([
      { day: '2026-03-02', count: 10 },
      { day: '2026-03-01', count: left },
    ])
    const read = await shown.read({ day: '2026-03-01', from: 0, count: left })
    expect(read.map(row => row.at.getUTCMinutes())).toEqual(rows.slice(10 - left).map(row => row.at.getUTCMinutes()))
  })

  it('as a whole has no such day', async () => {
    expect((await withoutCleared(source, clearing(59))).days).toEqual([{ day: '2026-03-02', count: 10 }])
  })

  it('hides what was told by then of the days that it names', () => {
    expect(isCleared(clearing(5), '2026-03-01', at(5))).toBe(true)
    expect(isCleared(clearing(5), '2026-03-01', at(6))).toBe(false)
    expect(isCleared(clearing(5), '2026-03-02', at(1))).toBe(false)
  })
})

describe('a list as of a moment', () => {
  it.each([
    [-1, []],
    [0, [{ day: '2026-03-01', count: 1 }]],
    [4, [{ day: '2026-03-01', count: 5 }]],
    [59, [{ day: '2026-03-01', count: 10 }]],
  ])('at minute %i has the rows until then, and no later day', async (minute, days) => {
    const shown = await untilMoment(source, { asOf: at(minute), day: '2026-03-01' })
    expect(shown.days).toEqual(days)
  })

  it('has days that were over as a whole', async () => {
    const shown = await untilMoment(source, { asOf: at(0), day: '2026-03-05' })
    expect(shown.days).toEqual(source.days)
  })
})
