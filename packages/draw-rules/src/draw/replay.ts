import type { SealedRecord } from '@cascade/contracts/live'
import { hexToBytes } from '@noble/hashes/utils.js'
import type { Game } from '../rules/game/game'
import { budgetOf } from '../rules/policy/budget'
import { decide } from './decide'
import { parseManual, parseStakes, seedBytes } from './draw-input'
import { deriveDecidingSeed } from './seed'

/** The outcome of a replayed draw. Amounts are hundredths. */
export type Replay = { result: string; stake: bigint; payout: bigint /** Stake less payout. */; kept: bigint }

type Recorded = Pick<SealedRecord, 'record' | 'confidential'>

/**
 * Decides a recorded draw again with another percentage, from the same stakes, seed, booster and balance. A manual
 * result stays.
 * @param game compiled from the description that the draw used
 * @throws RangeError for an invalid percentage, or for a record of another game
 */
export function replay(
  game: Game,
  { record, confidential }: Recorded,
  { winpercentage }: { winpercentage: number },
): Replay {
  const { outcome, stake, payout } = decide(game, {
    stakes: parseStakes(record),
    budget: budgetOf(BigInt(confidential?.balance ?? 0), winpercentage),
    booster: record.booster.value,
    seed: deriveDecidingSeed(seedBytes(record), hexToBytes(record.ticketRoot)),
    manual: parseManual(game, record.manual),
  })
  return { result: outcome.text, stake, payout, kept: stake - payout }
}
