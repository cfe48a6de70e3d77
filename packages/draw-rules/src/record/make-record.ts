import type { DrawFacts, DrawRecord } from '@cascade/contracts/live'
import { bytesToHex } from '@noble/hashes/utils.js'
import { type BoosterStep, nextBooster } from '../draw/booster'
import { type Decision, decide } from '../draw/decide'
import { inputOf } from '../draw/draw-input'
import { commitmentOf } from '../draw/seed'
import type { Game } from '../rules/game/game'
import { writeCosts } from './cost-runs'
import { candidatesDigest, descriptionDigest } from './digest'

/**
 * Decides a draw and writes down how. The only way to a result: whoever checks one calls this with the facts of the
 * record and compares.
 * @throws RangeError for facts that do not belong to the game, and for a correction that nobody chose.
 */
export function makeRecord(game: Game, facts: DrawFacts): DrawRecord {
  const input = inputOf(game, facts)
  const { value, reason, next } = boosterOf(game, facts, input.seed)
  const decision = decide(game, { ...input, booster: value })
  return {
    ...facts,
    format: 'cascade.draw.v1',
    descriptionDigest: descriptionDigest(game.description),
    stake: String(decision.stake),
    policy: decision.policy,
    costs: writeCosts(decision.costs),
    budget: decision.budget === undefined ? null : String(decision.budget),
    candidates: candidatesOf(game, decision),
    commitment: bytesToHex(commitmentOf(input.seed)),
    booster: { value, reason, nextCounter: next },
    result: decision.outcome.text,
    payout: String(decision.payout),
  }
}

/** A correction belongs to a draw that was counted already: it has its own booster and leaves the counter alone. */
function boosterOf(
  { description }: Game,
  { resultVersion, counter, manual }: DrawFacts,
  seed: Uint8Array,
): BoosterStep {
  if (resultVersion === 1) {
    return nextBooster(description.booster, seed, { counter, manual: manual?.booster })
  }
  if (!manual) throw new RangeError('A correction is a choice of somebody')
  return { value: manual.booster, reason: 'manual', next: counter }
}

function candidatesOf(game: Game, { candidates }: Decision): DrawRecord['candidates'] {
  if (!candidates) return null
  const { indices, fits } = candidates
  return { count: indices.length, digest: candidatesDigest(game, indices), fits }
}
