import { formatPoints, toPoints } from '@cascade/contracts'
import type { DrawDocument, DrawRecord } from '@cascade/contracts/live'
import { canonicalJson } from '../record/canonical-json'
import { makeRecord } from '../record/make-record'
import { compileGame } from '../rules/game/compile-game'
import { type Finding, type FindingName, finding } from './finding'

const points = (hundredths: string) => formatPoints(toPoints(BigInt(hundredths)))

/** Decides the draw once more from the facts of the record and compares every step. */
export function recomputedFindings({ record, description }: DrawDocument): Finding[] {
  try {
    return compare(record, makeRecord(compileGame(description), record))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [finding('recomputed', false, '', `The draw cannot be decided from this record: ${reason}`)]
  }
}

function compare(told: DrawRecord, found: DrawRecord): Finding[] {
  const same = (name: FindingName, fields: readonly (keyof DrawRecord)[], text: string, otherwise: string) => {
    const isSame = fields.every(field => canonicalJson(told[field]) === canonicalJson(found[field]))
    return finding(name, isSame, text, `${otherwise} The record says otherwise.`)
  }
  const { candidates, budget, booster } = found
  const chosen = told.manual ? `${told.manual.by.username} chose ${found.result}.` : `The seed picks ${found.result}.`
  const budgetText = budget === null ? 'No budget was asked for.' : `The draw might pay ${points(budget)}.`
  const candidatesText = candidates
    ? `${candidates.count} results ${candidates.fits ? 'could be drawn' : 'cost the least, none fits the budget'}.`
    : 'The policy was not asked.'
  const bets = `The stakes are ${points(found.stake)}.`
  const boosterText = `The booster is ${booster.value}.`
  const payout = `The result pays ${points(found.payout)}.`
  return [
    same('commitment', ['commitment'], 'The seed is the one committed to.', 'The seed is not the one committed to.'),
    same('stakes', ['stake'], bets, bets),
    same('liability', ['costs'], 'Each result costs what the record says.', 'Some result costs something else.'),
    same('booster', ['booster'], boosterText, boosterText),
    same('budget', ['budget'], budgetText, budgetText),
    same('candidates', ['candidates'], candidatesText, candidatesText),
    same('pick', ['result', 'policy'], chosen, chosen),
    same('payout', ['payout'], payout, payout),
  ]
}
