import { formatPoints, toPoints } from '@cascade/contracts'
import type { Confidential, DrawDocument, DrawRecord } from '@cascade/contracts/live'
import { canonicalJson, confidentialDigest } from '../record/canonical-json'
import { createRecord, deriveRecord, parseCosts } from '../record/create-record'
import { compileGame } from '../rules/compile-game'
import type { Game } from '../rules/game'
import { type Finding, type FindingName, finding } from './finding'

const points = (hundredths: string) => formatPoints(toPoints(BigInt(hundredths)))

/** Compared fields of a record; `budget` is undefined without the confidential part. */
type Compared = Pick<DrawRecord, 'stake' | 'costs' | 'candidates' | 'commitment' | 'result' | 'policy' | 'payout'> & {
  booster: { value: number; reason: string }
  budget?: string | null | undefined
}

/** Decides the draw again from the document and compares every step. */
export function recomputedFindings(document: DrawDocument): Finding[] {
  try {
    return findingsOf(compileGame(document.description), document)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [finding('recomputed', false, '', `The draw cannot be decided from this record: ${reason}`)]
  }
}

function findingsOf(game: Game, { record, confidential }: DrawDocument): Finding[] {
  if (!confidential) return [withheldFinding, ...compare(record, deriveRecord(game, record, inferBudget(game, record)))]
  const recomputed = createRecord(game, record, confidential)
  return [
    digestFinding(record, confidential),
    ...compare(
      { ...record, budget: confidential.budget },
      { ...recomputed.record, budget: recomputed.confidential.budget },
      chooserName(confidential.manual?.by),
    ),
  ]
}

const chooserName = (by: { username: string } | undefined) => by?.username ?? 'An operator'

const withheldFinding = finding(
  'confidential',
  true,
  'Game balance, percentage and names are kept back: what the draw might pay cannot be checked with this copy.',
  '',
)

const digestFinding = ({ confidentialDigest: digest }: DrawRecord, confidential: Confidential): Finding =>
  finding(
    'confidential',
    confidentialDigest(confidential) === digest,
    'The confidential part is the one that the record is bound to.',
    'The confidential part is another than the record is bound to.',
  )

/**
 * A budget that yields the recorded candidates, for copies without the confidential part. Candidates are all results up
 * to some cost, so their count determines it: the cost of the most expensive candidate serves as the budget. Budgets
 * are never negative, so a result without cost always fits.
 */
function inferBudget({ description }: Game, { candidates, costs }: DrawRecord): bigint {
  if (!candidates || description.policy !== 'budgeted') return 0n
  const sorted = parseCosts(costs).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const least = sorted[0] ?? 0n
  if (candidates.fits) return sorted[candidates.count - 1] ?? 0n
  return least > 0n ? least - 1n : 0n
}

function compare(recorded: Compared, recomputed: Compared, chooser = chooserName(undefined)): Finding[] {
  const same = (name: FindingName, fields: readonly (keyof Compared)[], text: string, otherwise: string) => {
    const isSame = fields.every(field => canonicalJson(recorded[field]) === canonicalJson(recomputed[field]))
    return finding(name, isSame, text, `${otherwise} The record says otherwise.`)
  }
  const { candidates, budget, booster } = recomputed
  const chosen =
    recomputed.policy === 'manual' ? `${chooser} chose ${recomputed.result}.` : `The seed picks ${recomputed.result}.`
  const budgetText = budget ? `The draw might pay ${points(budget)}.` : 'No budget was asked for.'
  const candidatesText = candidates
    ? `${candidates.count} results ${candidates.fits ? 'could be drawn' : 'cost the least, none fits the budget'}.`
    : 'The policy was not asked.'
  const bets = `The stakes are ${points(recomputed.stake)}.`
  const boosterText = `The booster is ${booster.value}.`
  const payout = `The result pays ${points(recomputed.payout)}.`
  return [
    same('commitment', ['commitment'], 'The seed is the one committed to.', 'The seed is not the one committed to.'),
    same('stakes', ['stake'], bets, bets),
    same('liability', ['costs'], 'Each result costs what the record says.', 'Some result costs something else.'),
    same('booster', ['booster'], boosterText, boosterText),
    ...(budget === undefined ? [] : [same('budget', ['budget'], budgetText, budgetText)]),
    same('candidates', ['candidates'], candidatesText, candidatesText),
    same('pick', ['result', 'policy'], chosen, chosen),
    same('payout', ['payout'], payout, payout),
  ]
}
