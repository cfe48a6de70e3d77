import type { DrawPolicy } from '@cascade/contracts/games'

/** Results by index, in order, among which the seed picks one with equal chances. */
export type Candidates = {
  indices: readonly number[]
  /** False when no result fits the budget and these are the cheapest. */
  fits: boolean
}

/** @param costs of each result in hundredths, at the booster of the draw */
export function candidatesOf(policy: DrawPolicy, costs: readonly bigint[], budget: bigint): Candidates {
  const upTo = (most: bigint) => costs.flatMap((cost, index) => (cost <= most ? [index] : []))
  if (policy === 'random') return { indices: costs.map((_, index) => index), fits: true }
  const fitting = upTo(budget)
  if (fitting.length > 0) return { indices: fitting, fits: true }
  return { indices: upTo(costs.reduce((least, cost) => (cost < least ? cost : least))), fits: false }
}
