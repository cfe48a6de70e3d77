import type { Booster, BoosterReason } from '@cascade/contracts/live'
import { uniformBelow } from './uniform'

/**
 * The booster of a draw: the one that was chosen with a manual result, else 2 once in `chance` draws. The seed of the
 * draw decides for that draw alone: what was drawn before tells nothing.
 */
export function boosterOf(
  chance: number,
  seed: Uint8Array,
  manual?: Booster | undefined,
): { value: Booster; reason: BoosterReason } {
  if (manual) return { value: manual, reason: 'manual' }
  return uniformBelow(seed, 'booster', chance) === 0 ? { value: 2, reason: 'chance' } : { value: 1, reason: 'none' }
}
