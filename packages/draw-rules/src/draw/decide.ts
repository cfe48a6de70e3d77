import type { DrawPolicy } from '@cascade/contracts/games'
import type { Game, Outcome } from '../rules/game/game'
import { createBoard } from '../rules/liability/board'
import { costOf, outcomeCosts } from '../rules/liability/outcome-costs'
import { type Candidates, candidatesOf } from '../rules/policy/candidates'
import { uniformBelow } from './uniform'

/** Inputs of a decision. Amounts are hundredths. */
export type DrawInput = {
  /** Stakes of the draw by leg. */
  stakes: Iterable<readonly [leg: string, stake: bigint]>
  /** Maximum payout; used only by the policy `budgeted`, see `budgetOf`. */
  budget: bigint
  booster: number
  seed: Uint8Array
  /** Chosen by an operator: drawn regardless of its cost. */
  manual?: Outcome | undefined
}

/** A result and its explanation. Amounts are hundredths, at the booster of the draw. */
export type Decision = {
  outcome: Outcome
  policy: DrawPolicy | 'manual'
  stake: bigint
  /** Cost of each result, in the order of `game.outcomes`. */
  costs: readonly bigint[]
  /** Results among which the seed picked; absent for a manual result. */
  candidates?: Candidates
  payout: bigint
}

/**
 * Decides a draw: the manual result, otherwise the seed's pick among the candidates of the policy.
 * @throws RangeError for a stake on a leg that the game does not have
 */
export function decide(game: Game, { stakes, budget, booster, seed, manual }: DrawInput): Decision {
  const board = createBoard(game, stakes)
  const costs = outcomeCosts(game, board, booster)
  const shared = { stake: board.total(), costs }
  if (manual) return { ...shared, outcome: manual, policy: 'manual', payout: costOf(board, manual, booster) }
  const { policy } = game.description
  const candidates = candidatesOf(policy, costs, budget)
  const outcome = pickOutcome(game, candidates, seed)
  return {
    ...shared,
    outcome,
    policy,
    candidates,
    payout: costOf(board, outcome, booster),
  }
}

function pickOutcome({ outcomes }: Game, { indices }: Candidates, seed: Uint8Array): Outcome {
  const outcome = outcomes[indices[uniformBelow(seed, 'pick', indices.length)] ?? -1]
  if (!outcome) throw new RangeError('A game has at least one result')
  return outcome
}
