import type { GameDescription } from '@cascade/contracts/games'
import type { Booster, BoosterReason } from '@cascade/contracts/live'
import { uniformBelow } from './uniform'

export type BoosterStep = {
  value: Booster
  reason: BoosterReason
  /** The counter for the next draw. */
  next: number
}

type Range = GameDescription['booster']

/**
 * The booster of a draw: with a manual result the one that was chosen, else 2 after 20 to 30 draws with 1 (as the game's
 * range says), each of these numbers equally likely. The seed of each draw decides for that draw alone: a number chosen
 * beforehand would stand in a seed that is revealed, and tell players which draw pays double.
 * @param counter draws since the last booster 2 that the counter brought; 0 for the first draw
 * @param manual a 1 stays 1; a 2 is spent by the counter only when the draw was to have one anyway
 */
export function nextBooster(
  range: Range,
  seed: Uint8Array,
  { counter, manual }: { counter: number; manual?: Booster | undefined },
): BoosterStep {
  const due = isDue(range, seed, counter)
  const value = manual ?? (due ? 2 : 1)
  const reason = manual ? 'manual' : due ? 'counter' : 'none'
  return { value, reason, next: due && value === 2 ? 0 : Math.min(counter + 1, range.counterMax) }
}

/** One of the draws that are left: 1 in 11 after 20 draws, 1 in 10 after 21 … the last one for certain. */
function isDue({ counterMin, counterMax }: Range, seed: Uint8Array, counter: number): boolean {
  if (counter < counterMin) return false
  return uniformBelow(seed, 'booster', Math.max(1, counterMax - counter + 1)) === 0
}
