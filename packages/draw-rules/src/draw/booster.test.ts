import { expect, it } from 'vitest'
import { decideBooster } from './booster'
import { deriveSeed } from './seed'

const secret = new Uint8Array(32).fill(9)
const draws = 10_000
const steps = Array.from({ length: draws }, (_, draw) => decideBooster(26, deriveSeed(secret, `booster-${draw}`)))
/** Five standard deviations of a share of 1 in 26. */
const bound = 5 * Math.sqrt(((1 / 26) * (25 / 26)) / draws)

it('a booster is 2 with a probability of 1 in `chance`, with the matching reason', () => {
  const boosted = steps.filter(({ value }) => value === 2).length
  expect(Math.abs(boosted / draws - 1 / 26)).toBeLessThan(bound)
  expect(steps.every(({ value, reason }) => reason === (value === 2 ? 'chance' : 'none'))).toBe(true)
})

it('a manually chosen booster overrides the seed', () => {
  const seeds = Array.from({ length: 100 }, (_, draw) => deriveSeed(secret, `manual-${draw}`))
  expect(seeds.every(seed => decideBooster(2, seed, 1).value === 1)).toBe(true)
  expect(decideBooster(26, secret, 2)).toEqual({ value: 2, reason: 'manual' })
})
