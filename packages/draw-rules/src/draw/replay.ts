import type { DrawRecord } from '@cascade/contracts/live'
import type { Game } from '../rules/game/game'
import { decide } from './decide'
import { inputOf } from './draw-input'

/** What a draw would have come to. Amounts are hundredths. */
export type Replay = { result: string; stake: bigint; payout: bigint /** Stake less payout. */; kept: bigint }

/**
 * Decides a recorded draw once more with another percentage: same stakes, seed and booster, and the balance that there
 * was. A manual result stays.
 * @param game compiled from the description that the draw was opened with
 * @throws RangeError for a percentage that is none, and for a record of another game.
 */
export function replay(game: Game, record: DrawRecord, { winpercentage }: { winpercentage: number }): Replay {
  const booster = record.booster.value
  const { outcome, stake, payout } = decide(game, { ...inputOf(game, record), booster, winpercentage })
  return { result: outcome.text, stake, payout, kept: stake - payout }
}
