import type { Game, Outcome } from '../game/game'
import type { Board } from './board'

type Costs = Pick<Board, 'costs'>

/** The cost of a result in hundredths: the sum over its options. */
export function costOf({ costs }: Costs, { picks }: Pick<Outcome, 'picks'>, booster: number): bigint {
  return picks.reduce((sum, pick, at) => sum + (costs[at]?.[pick] ?? 0n), 0n) * BigInt(booster)
}

/** The cost of each result that the policy may pick, in hundredths, in the order of `game.outcomes`. */
export function outcomeCosts({ outcomes }: Pick<Game, 'outcomes'>, board: Costs, booster: number): bigint[] {
  return outcomes.map(outcome => costOf(board, outcome, booster))
}

/** The cost of the most expensive result in hundredths, including results that only an operator can choose. */
export function highestCost({ costs }: Costs, booster: number): bigint {
  const highest = costs.map(options => options.reduce((most, cost) => (cost > most ? cost : most), 0n))
  return highest.reduce((sum, cost) => sum + cost, 0n) * BigInt(booster)
}
