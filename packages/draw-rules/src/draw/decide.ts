import type { DrawPolicy } from '@cascade/contracts/games'
import type { Game, Outcome } from '../rules/game/game'
import { openBoard } from '../rules/liability/board'
import { costOf, outcomeCosts } from '../rules/liability/outcome-costs'
import { type Candidates, candidatesOf } from '../rules/policy/candidates'
import { uniformBelow } from './uniform'

/** What a draw is decided from; everything else follows. Amounts are hundredths. */
export type DrawInput = {
  /** By leg, of every bet of the draw. */
  stakes: Iterable<readonly [leg: string, stake: bigint]>
  /** What it may pay; looked at by the policy `budgeted` only, see `budgetOf`. */
  budget: bigint
  booster: number
  seed: Uint8Array
  /** Chosen by an operator: drawn whatever it costs. */
  manual?: Outcome | undefined
}

/** A result and why. Amounts are hundredths, at the booster of the draw. */
export type Decision = {
  outcome: Outcome
  policy: DrawPolicy | 'manual'
  stake: bigint
  /** What each result would have cost, in the order of `game.outcomes`. */
  costs: readonly bigint[]
  /** Among which the seed picked; none with a manual result. */
  candidates?: Candidates
  payout: bigint
}

/**
 * Decides a draw: the manual result, else the pick of the policy among its candidates by the seed.
 * @throws RangeError for a stake on a leg that the game does not have.
 */
export function decide(game: Game, { stakes, budget, booster, seed, manual }: DrawInput): Decision {
  const board = openBoard(game, stakes)
  const costs = outcomeCosts(game, board, booster)
  const found = { stake: board.total(), costs }
  if (manual) return { ...found, outcome: manual, policy: 'manual', payout: costOf(board, manual, booster) }
  const { policy } = game.description
  const candidates = candidatesOf(policy, costs, budget)
  const outcome = pickOf(game, candidates, seed)
  return {
    ...found,
    outcome,
    policy,
    candidates,
    payout: costOf(board, outcome, booster),
  }
}

function pickOf({ outcomes }: Game, { indices }: Candidates, seed: Uint8Array): Outcome {
  const outcome = outcomes[indices[uniformBelow(seed, 'pick', indices.length)] ?? -1]
  if (!outcome) throw new RangeError('A game has at least one result')
  return outcome
}
