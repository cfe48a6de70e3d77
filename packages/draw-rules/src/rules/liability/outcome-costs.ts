import type { Game, Outcome } from '../game/game'
import type { Board } from './board'

type Costs = Pick<Board, 'costs'>

/** What a result would cost, in hundredths: the sum of what its options cost. */
export function costOf({ costs }: Costs, { picks }: Pick<Outcome, 'picks'>, booster: number): bigint {
  return picks.reduce((sum, pick, at) => sum + (costs[at]?.[pick] ?? 0n), 0n) * BigInt(booster)
}

/** What each result that the policy may choose would cost, in hundredths, in the order of `game.outcomes`. */
export function outcomeCosts({ outcomes }: Pick<Game, 'outcomes'>, board: Costs, booster: number): bigint[] {
  return outcomes.map(outcome => costOf(board, outcome, booster))
}

/** What the dearest result would cost, in hundredths, of those that can be chosen by hand too. */
export function highestCost({ costs }: Costs, booster: number): bigint {
  const highest = costs.map(options => options.reduce((most, cost) => (cost > most ? cost : most), 0n))
  return highest.reduce((sum, cost) => sum + cost, 0n) * BigInt(booster)
}
