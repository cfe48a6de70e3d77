import type { Confidential, DrawRecord, OldRecord } from '@cascade/contracts/live'
import { hexToBytes } from '@noble/hashes/utils.js'
import type { Game } from '../rules/game/game'
import { budgetOf } from '../rules/policy/budget'
import { decide } from './decide'
import { manualOf, seedBytes, stakesOf } from './draw-input'
import { decidingSeed } from './seed'

/** What a draw would have come to. Amounts are hundredths. */
export type Replay = { result: string; stake: bigint; payout: bigint /** Stake less payout. */; kept: bigint }

type Recorded = { record: DrawRecord; confidential?: Confidential | undefined } | { record: OldRecord }

/**
 * Decides a recorded draw once more with another percentage: same stakes, seed and booster, and the balance that there
 * was. A manual result stays.
 * @param game compiled from the description that the draw was opened with
 * @throws RangeError for a percentage that is none, and for a record of another game.
 */
export function replay(game: Game, recorded: Recorded, { winpercentage }: { winpercentage: number }): Replay {
  const { record } = recorded
  const { outcome, stake, payout } = decide(game, {
    stakes: stakesOf(record),
    budget: budgetOf(balanceOf(recorded), winpercentage),
    booster: record.booster.value,
    seed: seedThatDecided(record),
    manual: manualOf(game, record.manual),
  })
  return { result: outcome.text, stake, payout, kept: stake - payout }
}

function balanceOf(recorded: Recorded): bigint {
  if ('balance' in recorded.record) return BigInt(recorded.record.balance)
  return BigInt(('confidential' in recorded && recorded.confidential?.balance) || 0)
}

const seedThatDecided = (record: Recorded['record']) =>
  'ticketRoot' in record ? decidingSeed(seedBytes(record), hexToBytes(record.ticketRoot)) : seedBytes(record)
