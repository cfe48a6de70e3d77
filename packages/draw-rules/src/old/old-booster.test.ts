import { describe, expect, it } from 'vitest'
import { seedOf } from '../draw/seed'
import { chiSquare, chiSquareBound } from '../testing/chi-square'
import { oldBooster } from './old-booster'

const range = { counterMin: 20, counterMax: 30 }
const secret = new Uint8Array(32).fill(9)
const seedAt = (draw: number) => seedOf(secret, `booster-${draw}`)

/** Boosters of consecutive draws. */
function run(draws: number) {
  let counter = 0
  return Array.from({ length: draws }, (_, draw) => {
    const step = oldBooster(range, seedAt(draw), { counter })
    counter = step.next
    return step
  })
}
const steps = run(30_000)
const boosted = steps.flatMap(({ value }, draw) => (value === 2 ? [draw] : []))

describe('the booster', () => {
  it('is 2 after 20 to 30 draws with 1, each of these numbers equally often', () => {
    const counts = Array<number>(11).fill(0)
    for (const [index, draw] of boosted.entries()) {
      const between = draw - (boosted[index - 1] ?? -1) - 1
      counts[between - 20] = (counts[between - 20] ?? 0) + 1
    }
    expect(Object.keys(counts)).toHaveLength(11)
    expect(boosted.length).toBeGreaterThan(1000)
    expect(chiSquare(counts)).toBeLessThan(chiSquareBound(11))
  })

  it('says why it is what it is', () => {
    expect(steps.every(({ value, reason }) => reason === (value === 2 ? 'counter' : 'none'))).toBe(true)
  })

  it('is not told by the draws before: the seed of the draw decides', () => {
    const values = new Set(
      Array.from({ length: 200 }, (_, draw) => oldBooster(range, seedAt(draw), { counter: 20 }).value),
    )
    expect(values).toEqual(new Set([1, 2]))
    expect(oldBooster(range, seedAt(0), { counter: 30 })).toEqual({ value: 2, reason: 'counter', next: 0 })
    expect(oldBooster(range, seedAt(0), { counter: 19 })).toEqual({ value: 1, reason: 'none', next: 20 })
  })

  it('comes at once when the range was made smaller below the counter', () => {
    expect(oldBooster({ counterMin: 2, counterMax: 5 }, seedAt(0), { counter: 25 }).value).toBe(2)
  })
})

describe('the booster of a manual result', () => {
  it('is the one chosen, and counting goes on', () => {
    expect(oldBooster(range, seedAt(0), { counter: 5, manual: 2 })).toEqual({ value: 2, reason: 'manual', next: 6 })
    expect(oldBooster(range, seedAt(0), { counter: 5, manual: 1 })).toEqual({ value: 1, reason: 'manual', next: 6 })
  })

  it('stays 1 on a draw that was to have 2, and leaves the next one to have it', () => {
    expect(oldBooster(range, seedAt(0), { counter: 30, manual: 1 })).toEqual({ value: 1, reason: 'manual', next: 30 })
  })

  it('spends a 2 that was due', () => {
    expect(oldBooster(range, seedAt(0), { counter: 30, manual: 2 })).toEqual({ value: 2, reason: 'manual', next: 0 })
  })
})
