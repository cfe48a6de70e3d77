import type { DrawPolicy } from '@cascade/contracts/games'

/** Indices of the results among which the seed picks uniformly, in order. */
export type Candidates = {
  indices: readonly number[]
  /** False if no result is within the budget and these are the cheapest. */
  fits: boolean
}

/** @param costs cost of each result in hundredths, at the booster of the draw */
export function candidatesOf(policy: DrawPolicy, costs: readonly bigint[], budget: bigint): Candidates {
  if (policy === 'random') return { indices: costs.map((_, index) => index), fits: true }
  const fitting = indicesUpTo(costs, budget)
  if (fitting.length > 0) return { indices: fitting, fits: true }
  return {
    indices: indicesUpTo(
      costs,
      costs.reduce((least, cost) => (cost < least ? cost : least)),
    ),
    fits: false,
  }
}

function indicesUpTo(costs: readonly bigint[], most: bigint): number[] {
  const indices: number[] = []
  for (const [index, cost] of costs.entries()) if (cost <= most) indices.push(index)
  return indices
}
