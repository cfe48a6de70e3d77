import { payout } from './bets'
import type { Game, Leg, Outcome } from './game'

/** Hundredths, indexed by dimension and option. */
type ByOption = readonly (readonly bigint[])[]

/** The stakes of one open draw and the cost of each option. */
export type Board = {
  /**
   * Adds a stake on a leg; a negative one removes it. Updates only the options that the leg covers, e.g. 100 of the
   * 1000 cells for a single digit.
   * @param stake hundredths
   * @throws RangeError for a leg that the game does not have, or if its stake would become negative
   */
  add: (leg: string, stake: bigint) => Leg
  /** Hundredths by leg; only legs with a stake. */
  stakes: ReadonlyMap<string, bigint>
  /** Sum of all stakes (TOTAL DRAW COLLECTION on the screen). */
  total: () => bigint
  /** Open stake on each option. A bet counts for every option it covers. */
  sums: ByOption
  /** Payout of the bets on each option at booster 1; twice that at booster 2. */
  costs: ByOption
}

/**
 * A board with these stakes, hundredths by leg.
 * @throws RangeError as `add`
 */
export function createBoard(game: Game, stakes: Iterable<readonly [leg: string, stake: bigint]> = []): Board {
  const zeros = () => game.dimensions.map(({ options }) => options.map(() => 0n))
  const sums = zeros()
  const costs = zeros()
  const staked = new Map<string, bigint>()
  let total = 0n

  function add(key: string, stake: bigint): Leg {
    const leg = game.legs.get(key)
    const before = staked.get(key) ?? 0n
    const after = before + stake
    if (!leg || after < 0n) throw new RangeError(`No stake of ${stake} on ${key}`)
    const cost = payout(after, leg.multiplier, 1) - payout(before, leg.multiplier, 1)
    const [sumsOfDimension, costsOfDimension] = [sums[leg.dimension] ?? [], costs[leg.dimension] ?? []]
    for (const option of leg.covers) {
      sumsOfDimension[option] = (sumsOfDimension[option] ?? 0n) + stake
      costsOfDimension[option] = (costsOfDimension[option] ?? 0n) + cost
    }
    if (after === 0n) staked.delete(key)
    else staked.set(key, after)
    total += stake
    return leg
  }

  for (const [leg, stake] of stakes) add(leg, stake)
  return { add, stakes: staked, total: () => total, sums, costs }
}

type Costs = Pick<Board, 'costs'>

/** The cost of a result in hundredths: the sum over its options. */
export function costOf({ costs }: Costs, { picks }: Pick<Outcome, 'picks'>, booster: number): bigint {
  return picks.reduce((sum, pick, at) => sum + (costs[at]?.[pick] ?? 0n), 0n) * BigInt(booster)
}

/** The cost of each result that the policy may pick, in hundredths, in the order of `game.outcomes`. */
export function outcomeCosts({ outcomes }: Pick<Game, 'outcomes'>, board: Costs, booster: number): bigint[] {
  return outcomes.map(outcome => costOf(board, outcome, booster))
}

/** The largest booster. Liability is counted with it. */
export const highestBooster = 2

/** The cost of the most expensive result in hundredths, including results that only an operator can choose. */
export function highestCost({ costs }: Costs, booster: number): bigint {
  const highest = costs.map(options => options.reduce((most, cost) => (cost > most ? cost : most), 0n))
  return highest.reduce((sum, cost) => sum + cost, 0n) * BigInt(booster)
}
