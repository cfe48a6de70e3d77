import type { OldFacts, OldRecord } from '@cascade/contracts/live'
import { bytesToHex } from '@noble/hashes/utils.js'
import { decide } from '../draw/decide'
import { manualOf, seedBytes, stakesOf } from '../draw/draw-input'
import { commitmentOf } from '../draw/seed'
import { candidatesText } from '../record/candidates-text'
import { writeCosts } from '../record/cost-runs'
import { descriptionDigest } from '../record/digest'
import type { Game } from '../rules/game/game'
import { budgetOf } from '../rules/policy/budget'
import { oldBooster } from './old-booster'

/**
 * The record that the first version of the rules made of these facts: only for checking one.
 * @throws RangeError for facts that do not belong to the game, and for a correction that nobody chose.
 */
export function oldRecordOf(game: Game, facts: OldFacts): OldRecord {
  const seed = seedBytes(facts)
  const manual = manualOf(game, facts.manual)
  const { value, reason, next } = boosterOf(game, facts, seed)
  const budget = budgetOf(BigInt(facts.balance), Number(facts.winpercentage) / 100)
  const decision = decide(game, { stakes: stakesOf(facts), budget, booster: value, seed, manual })
  return {
    ...facts,
    format: 'cascade.draw.v1',
    descriptionDigest: descriptionDigest(game.description),
    stake: String(decision.stake),
    policy: decision.policy,
    costs: writeCosts(decision.costs),
    budget: decision.policy === 'budgeted' ? String(budget) : null,
    candidates: candidatesText(game, decision),
    commitment: bytesToHex(commitmentOf(seed)),
    booster: { value, reason, nextCounter: next },
    result: decision.outcome.text,
    payout: String(decision.payout),
  }
}

/** A correction belonged to a draw that was counted already: it had its own booster and left the counter alone. */
function boosterOf({ description: { booster } }: Game, facts: OldFacts, seed: Uint8Array) {
  const { resultVersion, counter, manual } = facts
  if (resultVersion > 1) {
    if (!manual) throw new RangeError('A correction is a choice of somebody')
    return { value: manual.booster, reason: 'manual' as const, next: counter }
  }
  if (!('counterMin' in booster)) throw new RangeError('A game that counted its draws')
  return oldBooster(booster, seed, { counter, manual: manual?.booster })
}
