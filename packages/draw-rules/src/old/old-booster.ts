import type { OldRecord } from '@cascade/contracts/live'
import { uniformBelow } from '../draw/uniform'

type OldStep = {
  value: OldRecord['booster']['value']
  reason: OldRecord['booster']['reason']
  /** The counter for the next draw. */
  next: number
}

type Range = { counterMin: number; counterMax: number }

/**
 * The booster of a draw with a record of the first version: with a manual result the one that was chosen, else 2 after
 * 20 to 30 draws with 1 (as the game's range said), each of these numbers equally likely. Whoever knew the counter could
 * bet on the draws in which it was likely: no draw is decided so any more.
 */
export function oldBooster(
  range: Range,
  seed: Uint8Array,
  { counter, manual }: { counter: number; manual?: OldStep['value'] | undefined },
): OldStep {
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
