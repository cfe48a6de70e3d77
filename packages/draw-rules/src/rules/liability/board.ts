import { payout } from '../bets/payout'
import type { Game, Leg } from '../game/game'

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
