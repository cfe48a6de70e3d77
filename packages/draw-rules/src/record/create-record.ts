import { optionsMax } from '@cascade/contracts/games'
import type { Confidential, ConfidentialFacts, DrawFacts, DrawRecord } from '@cascade/contracts/live'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { type Decision, decide, decideBooster, parseManual, parseStakes, seedBytes } from '../draw/decide'
import { commitmentOf, deriveDecidingSeed } from '../draw/seed'
import type { Game } from '../rules/game'
import { budgetOf } from '../rules/policy'
import { candidatesDigest, confidentialDigest, descriptionDigest } from './canonical-json'

export type UnsignedRecord = { record: DrawRecord; confidential: Confidential }

/**
 * Decides a draw and explains the decision. This is the only way to a result: verifiers call it with the facts of a
 * record and compare.
 * @throws RangeError for facts that contradict the game or each other, and for a correction without a manual result
 */
export function createRecord(game: Game, facts: DrawFacts, hidden: ConfidentialFacts): UnsignedRecord {
  if ((facts.manual === null) !== (hidden.manual === null))
    throw new RangeError('manual result and chooser must both be present or absent')
  const budget = computeBudget(facts, hidden)
  const open = deriveRecord(game, facts, budget ?? 0n)
  const isBudgeted = open.policy === 'budgeted' && budget !== null
  const confidential = { ...hidden, budget: isBudgeted ? String(budget) : null }
  return { record: { ...open, confidentialDigest: confidentialDigest(confidential) }, confidential }
}

/** Without bets every result costs nothing and the budget has no effect. */
function computeBudget({ stakes }: DrawFacts, { balance, winpercentage }: ConfidentialFacts): bigint | null {
  if (balance !== null && winpercentage !== null) return budgetOf(BigInt(balance), Number(winpercentage) / 100)
  if (Object.keys(stakes).length > 0) throw new RangeError('A draw with bets has a balance and a percentage')
  return null
}

/** The public part of a record, derived from the public facts and the budget. */
export function deriveRecord(game: Game, facts: DrawFacts, budget: bigint): Omit<DrawRecord, 'confidentialDigest'> {
  if (facts.resultVersion > 1 && !facts.manual) throw new RangeError('A correction needs a manual result')
  const seed = seedBytes(facts)
  const deciding = deriveDecidingSeed(seed, hexToBytes(facts.ticketRoot))
  const booster = decideBooster(game.description.booster.chance, deciding, facts.manual?.booster)
  const manual = parseManual(game, facts.manual)
  const decision = decide(game, { stakes: parseStakes(facts), budget, booster: booster.value, seed: deciding, manual })
  return {
    ...facts,
    voidTickets: facts.voidTickets ?? 0,
    format: 'cascade.draw.v4',
    descriptionDigest: descriptionDigest(game.description),
    stake: String(decision.stake),
    policy: decision.policy,
    costs: formatCosts(decision.costs),
    candidates: toRecordCandidates(game, decision),
    commitment: bytesToHex(commitmentOf(seed)),
    booster,
    result: decision.outcome.text,
    payout: String(decision.payout),
  }
}

/** The candidates in the form of a record. */
function toRecordCandidates(game: Game, { candidates }: Pick<Decision, 'candidates'>): DrawRecord['candidates'] {
  if (!candidates) return null
  const { indices, fits } = candidates
  return { count: indices.length, digest: candidatesDigest(game, indices), fits }
}

/**
 * Run-length encoded costs: `900 0*9` is one of 900 and nine of 0. In most draws most adjacent results cost the same.
 */
export function formatCosts(costs: readonly bigint[]): string {
  const runs: { cost: bigint; count: number }[] = []
  for (const cost of costs) {
    const last = runs.at(-1)
    if (last?.cost === cost) last.count++
    else runs.push({ cost, count: 1 })
  }
  return runs.map(({ cost, count }) => (count === 1 ? `${cost}` : `${cost}*${count}`)).join(' ')
}

/**
 * The costs of a record in hundredths, in the order of `game.outcomes`.
 * @param text as `DrawRecord.costs` allows
 * @throws RangeError for more costs than a game may have results
 */
export function parseCosts(text: string): bigint[] {
  const runs = text.split(' ').map(run => run.split('*'))
  const total = runs.reduce((sum, [, count = '1']) => sum + Number(count), 0)
  if (total > optionsMax) throw new RangeError(`At most ${optionsMax} costs, not ${total}`)
  return runs.flatMap(([cost = '', count = '1']) => Array<bigint>(Number(count)).fill(BigInt(cost)))
}
