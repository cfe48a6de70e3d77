import type { Game } from '../game/game'
import type { Board } from '../liability/board'
import { outcomeCosts } from '../liability/outcome-costs'
import { budgetOf } from './budget'
import { type Candidates, candidatesOf } from './candidates'

/** What the policy would do with the current stakes, before the seed is known. Amounts are hundredths. */
export type Preview = Candidates & {
  budget: bigint
  /** Cost of the cheapest and the most expensive candidate, and the mean of all, rounded down. */
  least: bigint
  most: bigint
  mean: bigint
}

/** @throws RangeError for an invalid percentage */
export function previewCandidates(
  game: Game,
  board: Pick<Board, 'costs'>,
  { balance, winpercentage, booster }: { balance: bigint; winpercentage: number; booster: number },
): Preview {
  const costs = outcomeCosts(game, board, booster)
  const budget = budgetOf(balance, winpercentage)
  const candidates = candidatesOf(game.description.policy, costs, budget)
  const candidateCosts = candidates.indices.map(index => costs[index] ?? 0n)
  return {
    ...candidates,
    budget,
    least: candidateCosts.reduce((least, cost) => (cost < least ? cost : least)),
    most: candidateCosts.reduce((most, cost) => (cost > most ? cost : most)),
    mean: candidateCosts.reduce((sum, cost) => sum + cost, 0n) / BigInt(candidateCosts.length),
  }
}
