import { expect, it } from 'vitest'
import { payout } from './payout'

it.each([
  // 10 points at 1.95, alone and boosted
  [1000n, 195n, 1, 1950n],
  [1000n, 195n, 2, 3900n],
  // the largest bet on three digits
  [1_000_000n, 90_000n, 2, 1_800_000_000n],
  // 0.01 × 3.75 = 0.0375, 0.02 × 3.75 = 0.075, 0.01 × 1.5 = 0.015: half up
  [1n, 375n, 1, 4n],
  [2n, 375n, 1, 8n],
  [1n, 150n, 1, 2n],
  [1n, 149n, 1, 1n],
  [0n, 900n, 2, 0n],
])('%s at %s × %i pays %s', (stake, multiplier, booster, paid) => {
  expect(payout(stake, multiplier, booster)).toBe(paid)
})
