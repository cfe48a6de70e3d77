import type { DrawFacts } from '@cascade/contracts/live'
import { hexToBytes } from '@noble/hashes/utils.js'
import type { Game } from '../rules/game/game'
import { parseResult } from '../rules/results/parse-result'
import type { DrawInput } from './decide'

/**
 * The facts of a record as amounts and bytes, without its booster.
 * @throws RangeError when the manual result is none of this game.
 */
export function inputOf(game: Game, facts: DrawFacts): Omit<DrawInput, 'booster'> {
  const manual = facts.manual ? parseResult(game, facts.manual.result) : undefined
  if (facts.manual && !manual) throw new RangeError(`Not a result of this game: ${facts.manual.result}`)
  return {
    stakes: Object.entries(facts.stakes).map(([leg, stake]) => [leg, BigInt(stake)] as const),
    balance: BigInt(facts.balance),
    winpercentage: Number(facts.winpercentage) / 100,
    seed: hexToBytes(facts.seed),
    manual,
  }
}
