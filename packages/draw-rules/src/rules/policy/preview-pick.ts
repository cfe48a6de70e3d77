import type { Game } from '../game/game'
import type { Board } from '../liability/board'
import { outcomeCosts } from '../liability/outcome-costs'
import { budgetOf } from './budget'
import { type Candidates, candidatesOf } from './candidates'

/** What the policy would do with the stakes as they are, before the seed is known. Amounts are hundredths. */
export type Preview = Candidates & {
  budget: bigint
  /** Costs of the cheapest and the dearest candidate, and the mean of all, floored. */
  least: bigint
  most: bigint
  mean: bigint
}

/** @throws RangeError for a percentage that is none. */
export function previewPick(
  game: Game,
  board: Pick<Board, 'costs'>,
  { balance, winpercentage, booster }: { balance: bigint; winpercentage: number; booster: number },
): Preview {
  const costs = outcomeCosts(game, board, booster)
  const budget = budgetOf(balance, winpercentage)
  const candidates = candidatesOf(game.description.policy, costs, budget)
  const theirs = candidates.indices.map(index => costs[index] ?? 0n)
  return {
    ...candidates,
    budget,
    least: theirs.reduce((least, cost) => (cost < least ? cost : least)),
    most: theirs.reduce((most, cost) => (cost > most ? cost : most)),
    mean: theirs.reduce((sum, cost) => sum + cost, 0n) / BigInt(theirs.length),
  }
}
