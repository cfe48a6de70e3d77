import type { GameDescription } from '@cascade/contracts/games'
import type { Booster, BoosterReason } from '@cascade/contracts/live'
import { uniformBelow } from './uniform'

export type BoosterStep = {
  value: Booster
  reason: BoosterReason
  /** The counter after this draw: how many draws with booster 1 come before the next with 2. */
  next: number
}

type Range = GameDescription['booster']

/** A new counter, from the smallest to the largest of the game, drawn from the seed. */
export function newCounter(seed: Uint8Array, { counterMin, counterMax }: Range): number {
  return counterMin + uniformBelow(seed, 'booster', counterMax - counterMin + 1)
}

/**
 * The booster of a draw: 2 when the counter has run down to 0, else 1; with a manual result, the one that was chosen.
 * A manual 1 on a draw that is due stays 1 and leaves the next draw due; a manual 2 uses up what is due.
 * @param counter what the draw before left; undefined for the first draw of a game below an admin
 */
export function nextBooster(
  range: Range,
  seed: Uint8Array,
  { counter, manual }: { counter?: number | undefined; manual?: Booster | undefined },
): BoosterStep {
  const left = counter ?? newCounter(seed, range)
  const isDue = left === 0
  const value = manual ?? (isDue ? 2 : 1)
  const reason = manual ? 'manual' : isDue ? 'counter' : 'none'
  if (!isDue) return { value, reason, next: left - 1 }
  return { value, reason, next: value === 2 ? newCounter(seed, range) : 0 }
}
