import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileGame } from '../rules/compile-game'
import { parseResult } from '../rules/results'
import { descriptionOf, masterGame, someGame, someStakes } from '../testing/arbitrary'
import { decide, decideBooster } from './decide'
import { deriveSeed, uniformBelow } from './seed'

const seed = fc.uint8Array({ minLength: 32, maxLength: 32 })
const draw = someGame.chain(game =>
  fc.record({
    game: fc.constant(game),
    stakes: someStakes(game),
    budget: fc.bigInt({ min: 0n, max: 3_000_000n }),
    booster: fc.constantFrom(1, 2),
    seed,
  }),
)

describe('the budgeted policy', () => {
  it('pays no more than the budget if a result fits, and otherwise the least possible', () => {
    fc.assert(
      fc.property(draw, ({ game, ...input }) => {
        const { budget } = input
        const { costs, payout, candidates, outcome } = decide(game, input)
        const least = costs.reduce((low, cost) => (cost < low ? cost : low))
        expect(payout).toBe(costs[game.outcomes.indexOf(outcome)])
        if (least <= budget) expect(payout).toBeLessThanOrEqual(budget)
        else expect(payout).toBe(least)
        expect(candidates?.fits).toBe(least <= budget)
      }),
      { numRuns: 200, seed: 4 },
    )
  })

  it('picks among the fitting results by the seed alone', () => {
    const game = masterGame('funTarget')
    const stakes = [['straight:1', 1000n]] as const
    // 1 costs 90.00, the budget is 80.00: nine digits remain.
    const input = { stakes, budget: 8_000n, booster: 1 }
    for (let index = 0; index < 50; index++) {
      const bytes = new Uint8Array(32).fill(index)
      const { outcome, candidates } = decide(game, { ...input, seed: bytes })
      expect(candidates).toEqual({ indices: [1, 2, 3, 4, 5, 6, 7, 8, 9], fits: true })
      expect(outcome.text).toBe(['2', '3', '4', '5', '6', '7', '8', '9', '0'][uniformBelow(bytes, 'pick', 9)])
    }
  })

  it('counts every leg: a cell without a bet of its own may be expensive by its last digit', () => {
    const game = masterGame('tripleFun')
    const stakes = [['single:7', 1000n]] as const
    const { candidates } = decide(game, {
      stakes,
      budget: 1000n,
      booster: 1,
      seed: new Uint8Array(32),
    })
    expect(candidates?.indices).toHaveLength(900)
    expect(candidates?.indices.some(index => game.outcomes[index]?.text.endsWith('7'))).toBe(false)
  })

  it('includes the booster in the costs', () => {
    const game = masterGame('funTarget')
    const fits = (booster: number) =>
      decide(game, {
        stakes: [['straight:1', 1000n]],
        budget: 9_000n,
        booster,
        seed: new Uint8Array(32),
      }).candidates?.indices.length
    expect([fits(1), fits(2)]).toEqual([10, 9])
  })
})

describe('a manual result', () => {
  it('is drawn regardless of its cost', () => {
    const game = masterGame('funTarget')
    const manual = parseResult(game, '1')
    const input = {
      stakes: [['straight:1', 1000n]] as const,
      budget: 0n,
      seed: new Uint8Array(32),
    }
    const decision = decide(game, { ...input, booster: 2, manual })
    expect(decision).toMatchObject({ policy: 'manual', payout: 18_000n, stake: 1000n })
    expect(decision.candidates).toBeUndefined()
  })
})

describe('the random policy', () => {
  it('ignores the budget', () => {
    const game = compileGame({ ...descriptionOf('bingo'), policy: 'random' })
    const stakes = [['straight:1', 1000n]] as const
    const decision = decide(game, { stakes, budget: 0n, booster: 1, seed: new Uint8Array(32) })
    expect(decision.candidates?.indices).toHaveLength(25)
  })
})

const secret = new Uint8Array(32).fill(9)
const draws = 10_000
const steps = Array.from({ length: draws }, (_, draw) => decideBooster(26, deriveSeed(secret, `booster-${draw}`)))
/** Five standard deviations of a share of 1 in 26. */
const bound = 5 * Math.sqrt(((1 / 26) * (25 / 26)) / draws)

describe('the booster', () => {
  it('is 2 with a probability of 1 in `chance`, with the matching reason', () => {
    const boosted = steps.filter(({ value }) => value === 2).length
    expect(Math.abs(boosted / draws - 1 / 26)).toBeLessThan(bound)
    expect(steps.every(({ value, reason }) => reason === (value === 2 ? 'chance' : 'none'))).toBe(true)
  })

  it('is the manually chosen one, whatever the seed', () => {
    const seeds = Array.from({ length: 100 }, (_, draw) => deriveSeed(secret, `manual-${draw}`))
    expect(seeds.every(seed => decideBooster(2, seed, 1).value === 1)).toBe(true)
    expect(decideBooster(26, secret, 2)).toEqual({ value: 2, reason: 'manual' })
  })
})
