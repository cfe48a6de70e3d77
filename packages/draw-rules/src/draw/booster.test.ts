import { describe, expect, it } from 'vitest'
import { chiSquare, chiSquareBound } from '../testing/chi-square'
import { newCounter, nextBooster } from './booster'
import { seedOf } from './seed'

const range = { counterMin: 20, counterMax: 30 }
const secret = new Uint8Array(32).fill(9)
const seedAt = (draw: number) => seedOf(secret, `booster-${draw}`)

/** Boosters of consecutive draws; `manual` says what an operator chose at some of them. */
function run(draws: number, manual: Readonly<Record<number, 1 | 2>> = {}, start?: number) {
  let counter = start
  return Array.from({ length: draws }, (_, draw) => {
    const step = nextBooster(range, seedAt(draw), { counter, manual: manual[draw] })
    counter = step.next
    return step
  })
}

describe('the booster', () => {
  it('is 2 once in 21 to 31 draws and 1 in between', () => {
    const steps = run(5000)
    const boosted = steps.flatMap(({ value }, draw) => (value === 2 ? [draw] : []))
    const gaps = boosted.slice(1).map((draw, index) => draw - (boosted[index] ?? 0))
    expect(Math.min(...gaps)).toBe(21)
    expect(Math.max(...gaps)).toBe(31)
    expect(boosted[0]).toBeGreaterThanOrEqual(20)
    expect(boosted[0]).toBeLessThanOrEqual(30)
    expect(steps.every(({ value, reason }) => reason === (value === 2 ? 'counter' : 'none'))).toBe(true)
  })

  it('waits equally often for each number of draws', () => {
    const counts = Array<number>(11).fill(0)
    for (let draw = 0; draw < 5000; draw++) {
      const index = newCounter(seedAt(draw), range) - 20
      counts[index] = (counts[index] ?? 0) + 1
    }
    expect(counts).toHaveLength(11)
    expect(chiSquare(counts)).toBeLessThan(chiSquareBound(11))
  })

  it('of a manual result is the one chosen, and counting goes on', () => {
    expect(run(1, { 0: 2 }, 5)).toEqual([{ value: 2, reason: 'manual', next: 4 }])
    expect(run(1, { 0: 1 }, 5)).toEqual([{ value: 1, reason: 'manual', next: 4 }])
  })

  it('stays 1 when an operator chose 1 on a draw that is due, and is 2 on the next', () => {
    const [chosen, after] = run(2, { 0: 1 }, 0)
    expect(chosen).toEqual({ value: 1, reason: 'manual', next: 0 })
    expect(after).toMatchObject({ value: 2, reason: 'counter' })
  })

  it('that is due is used up by a manual 2', () => {
    const [chosen, after] = run(2, { 0: 2 }, 0)
    expect(chosen).toEqual({ value: 2, reason: 'manual', next: newCounter(seedAt(0), range) })
    expect(after).toMatchObject({ value: 1, reason: 'none' })
  })
})
