import type { DrawPolicy } from '@cascade/contracts/games'
import type { Booster, BoosterReason, DrawFacts, SealedRecord } from '@cascade/contracts/live'
import { hexToBytes } from '@noble/hashes/utils.js'
import type { Game, Outcome } from '../rules/game'
import { costOf, createBoard, highestBooster, outcomeCosts } from '../rules/liability'
import { budgetOf, type Candidates, candidatesOf } from '../rules/policy'
import { parseResult } from '../rules/results'
import { deriveDecidingSeed, uniformBelow } from './seed'

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
 * @example
 * const { outcome, payout } = decide(compileGame(description), { stakes, budget, booster: 1, seed })
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

/**
 * The booster of a draw: that of a manual result, otherwise the highest with a probability of 1 in `chance`. Decided by the seed
 * of this draw alone, independent of earlier draws.
 */
export function decideBooster(
  chance: number,
  seed: Uint8Array,
  manual?: Booster | undefined,
): { value: Booster; reason: BoosterReason } {
  if (manual) return { value: manual, reason: 'manual' }
  return uniformBelow(seed, 'booster', chance) === 0
    ? { value: highestBooster, reason: 'chance' }
    : { value: 1, reason: 'none' }
}

/** Stakes of a record by leg, in hundredths. */
export const parseStakes = ({ stakes }: Pick<DrawFacts, 'stakes'>): [leg: string, stake: bigint][] =>
  Object.entries(stakes).map(([leg, stake]) => [leg, BigInt(stake)])

export const seedBytes = ({ seed }: Pick<DrawFacts, 'seed'>): Uint8Array => hexToBytes(seed)

/** @throws RangeError if the manual result is not a result of this game */
export function parseManual(game: Game, manual: { result: string } | null): Outcome | undefined {
  const outcome = manual ? parseResult(game, manual.result) : undefined
  if (manual && !outcome) throw new RangeError(`Not a result of this game: ${manual.result}`)
  return outcome
}

/** The outcome of a replayed draw. Amounts are hundredths. */
export type Replay = { result: string; stake: bigint; payout: bigint /** Stake less payout. */; kept: bigint }

type Recorded = Pick<SealedRecord, 'record' | 'confidential'>

/**
 * Decides a recorded draw again with another percentage, from the same stakes, seed, booster and balance. A manual
 * result stays.
 * @param game compiled from the description that the draw used
 * @throws RangeError for an invalid percentage, or for a record of another game
 */
export function replay(
  game: Game,
  { record, confidential }: Recorded,
  { winpercentage }: { winpercentage: number },
): Replay {
  const { outcome, stake, payout } = decide(game, {
    stakes: parseStakes(record),
    budget: budgetOf(BigInt(confidential?.balance ?? 0), winpercentage),
    booster: record.booster.value,
    seed: deriveDecidingSeed(seedBytes(record), hexToBytes(record.ticketRoot)),
    manual: parseManual(game, record.manual),
  })
  return { result: outcome.text, stake, payout, kept: stake - payout }
}
