import { toHundredths } from '@cascade/contracts'
import type { DrawPolicy } from '@cascade/contracts/games'
import { type Game, type Leg, noOption } from './game'
import { type Board, outcomeCosts } from './liability'

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

/** 100 % in hundredths of a percent. */
const whole = 10_000n

/**
 * The maximum payout of a draw: the part of the game balance that the operator does not keep, rounded down to the
 * hundredth.
 * @param balance hundredths, including the stakes of the draw; a negative one gives 0
 * @param winpercentage percentage that the operator keeps, 0 to 100 with at most two decimals
 * @throws RangeError for any other percentage
 */
export function budgetOf(balance: bigint, winpercentage: number): bigint {
  const share = toHundredths(winpercentage)
  if (share < 0n || share > whole) throw new RangeError(`Not a percentage: ${winpercentage}`)
  return balance > 0n ? (balance * (whole - share)) / whole : 0n
}

/** Previews the policy with the current stakes, before the seed is revealed. Amounts are hundredths. */
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

/** The expected return of a leg at booster 1 under policy `random`: 0.9 is 90 %. */
export function returnToPlayer({ outcomes }: Game, { dimension, covers, multiplier }: Leg): number {
  const covered = new Set(covers)
  const wins = outcomes.filter(({ picks }) => covered.has(picks[dimension] ?? noOption)).length
  return (Number(multiplier) * wins) / (100 * outcomes.length)
}

/** Factor by which the booster raises the expected return: 27/26 for a chance of 1 in 26. */
const boosterFactor = ({ description }: Game): number => 1 + 1 / description.booster.chance

/**
 * The expected return of the best bet under policy `random`, including the booster, and the type of that bet: 0.9 is 90
 * %. Above 1 the players win in the long run.
 */
export function highestReturn(game: Game): { share: number; bet: string } {
  const returns = Array.from(game.legs.values(), leg => ({ bet: leg.type, share: returnToPlayer(game, leg) }))
  const best = returns.reduce((most, each) => (each.share > most.share ? each : most))
  return { bet: best.bet, share: best.share * boosterFactor(game) }
}
