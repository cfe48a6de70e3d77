import { describe, expect, it } from 'vitest'
import { createHourCounts } from './hour-counts'

describe('the counts of an hour', () => {
  it('are those of the 500 newest pairs of remote and version', () => {
    let now = 0
    const counts = createHourCounts(() => now)
    for (let time = 0; time < 3; time++) counts.add('games', '1')
    now = 59 * 60_000
    counts.add('games', '1')
    expect([counts.read('games', '1'), counts.read('games', '2')]).toEqual([4, 0])
    now += 2 * 60_000
    expect(counts.read('games', '1')).toBe(1)
    for (let version = 0; version < 500; version++) counts.add('live', String(version))
    expect([counts.read('games', '1'), counts.read('live', '0')]).toEqual([0, 1])
  })
})
