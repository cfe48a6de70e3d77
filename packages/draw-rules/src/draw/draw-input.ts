import type { DrawFacts } from '@cascade/contracts/live'
import { hexToBytes } from '@noble/hashes/utils.js'
import type { Game, Outcome } from '../rules/game/game'
import { parseResult } from '../rules/results/parse-result'

/** Stakes of a record by leg, in hundredths. */
export const parseStakes = ({ stakes }: Pick<DrawFacts, 'stakes'>): [leg: string, stake: bigint][] =>
  Object.entries(stakes).map(([leg, stake]) => [leg, BigInt(stake)])

export const seedBytes = ({ seed }: Pick<DrawFacts, 'seed'>): Uint8Array => hexToBytes(seed)

/** @throws RangeError if the manual result is not a result of this game */
export function parseManual(game: Game, manual: { result: string } | null): Outcome | undefined {
  const outcome = manual ? parseResult(game, manual.result) : undefined
  if (manual && !outcome) throw new RangeError(`Not a result of this game: ${manual.result}`)
  return outcome
}
