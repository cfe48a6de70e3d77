import type { Booster, BoosterReason } from '@cascade/contracts/live'
import { uniformBelow } from './uniform'

/**
 * The booster of a draw: that of a manual result, otherwise 2 with a probability of 1 in `chance`. Decided by the seed
 * of this draw alone, independent of earlier draws.
 */
export function decideBooster(
  chance: number,
  seed: Uint8Array,
  manual?: Booster | undefined,
): { value: Booster; reason: BoosterReason } {
  if (manual) return { value: manual, reason: 'manual' }
  return uniformBelow(seed, 'booster', chance) === 0 ? { value: 2, reason: 'chance' } : { value: 1, reason: 'none' }
}
