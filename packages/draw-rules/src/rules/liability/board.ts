import { payout } from '../bets/payout'
import type { Game, Leg } from '../game/game'

/** Hundredths by dimension and option. */
type ByOption = readonly (readonly bigint[])[]

/** The stakes of one open draw, and what each option would cost. */
export type Board = {
  /**
   * Adds a stake on a leg, or takes it back when negative. Touches only the options the leg covers: 100 of the 1000
   * cells for a single digit.
   * @param stake hundredths
   * @throws RangeError for a leg that the game does not have, and when less than nothing would be staked on it.
   */
  add: (leg: string, stake: bigint) => Leg
  /** Hundredths by leg, only those with a stake. */
  stakes: ReadonlyMap<string, bigint>
  /** The stakes of all legs, each once: TOTAL DRAW COLLECTION. */
  total: () => bigint
  /** Open stake on each option: every bet that pays on it, so that one bet may count to several. */
  sums: ByOption
  /** What the bets on each option would be paid at booster 1; at booster 2 it is twice that. */
  costs: ByOption
}

/**
 * A board with these stakes on it, hundredths by leg.
 * @throws RangeError as `add`.
 */
export function openBoard(game: Game, stakes: Iterable<readonly [leg: string, stake: bigint]> = []): Board {
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
    const [sumsThere, costsThere] = [sums[leg.dimension] ?? [], costs[leg.dimension] ?? []]
    for (const option of leg.covers) {
      sumsThere[option] = (sumsThere[option] ?? 0n) + stake
      costsThere[option] = (costsThere[option] ?? 0n) + cost
    }
    if (after === 0n) staked.delete(key)
    else staked.set(key, after)
    total += stake
    return leg
  }

  for (const [leg, stake] of stakes) add(leg, stake)
  return { add, stakes: staked, total: () => total, sums, costs }
}
