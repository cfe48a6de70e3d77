import type { Confidential, DrawFacts, DrawRecord, SeedChain } from '@cascade/contracts/live'
import { confidentialDigest } from '../../record/digest'
import { sealRecord } from '../../record/seal-record'
import type { FindingName } from '../../verify/finding'
import { type FullDocument, makeCorrection, makeDocument, makeFacts, makeHidden, operator, signer } from '../make-facts'
import { masterGame } from '../master'

/** What somebody hands over to be checked. */
export type Given = {
  /** Versions of one draw, unless they are a chain. */
  documents: readonly object[]
  isChain?: true
  /** Public chains of day seeds; null where there are none at hand. */
  seeds?: SeedChain[] | null
  proof?: object
}

/**
 * A record that its own operator made with a contradiction in it, and signed with the right key. The title begins with the
 * field; the findings are those that reject it.
 */
export type Doctored = readonly [title: string, findings: readonly FindingName[], make: () => Given]

export const game = masterGame('funTarget')
const first = makeDocument(game, makeFacts())
const idle = makeDocument(game, makeFacts({ stakes: {} }))
export const chosenFacts = { manual: { result: '0', booster: 2 } } as const
export const chosenAt = '2026-02-28T20:05:30.000Z'
export const chosenHidden = (manual: Partial<NonNullable<Confidential['manual']>> = {}) =>
  makeHidden({ manual: { by: operator, at: chosenAt, ...manual } })
const chosen = makeDocument(game, makeFacts(chosenFacts), chosenHidden())
const correction = makeCorrection(game, first, first)

/** Honest documents of each kind, from which the others are made. */
export const honest = { first, idle, chosen, correction }

/** Decided again from other inputs: everything that follows from them agrees. */
export const decided = (facts: Partial<DrawFacts>, hidden?: Parameters<typeof makeDocument>[2]) =>
  makeDocument(game, makeFacts(facts), hidden)

/** Signed again with fields that do not follow from the rest. */
export function resealed(
  { record, confidential, description }: FullDocument,
  changes: Partial<DrawRecord> = {},
  hidden: Partial<Confidential> = {},
): FullDocument {
  const inside = { ...confidential, ...hidden }
  const bound = { ...record, confidentialDigest: confidentialDigest(inside), ...changes }
  return { ...sealRecord({ record: bound, confidential: inside }, signer), description }
}

/** Without the part that is for those who control the draw. */
export const publicCopy = ({ confidential: _confidential, ...document }: FullDocument) => document
export const one = (document: object, seeds?: SeedChain[] | null): Given => ({
  documents: [document],
  ...(seeds !== undefined && { seeds }),
})
/** A first result and a correction of it that differs in what it must keep. */
export const corrected = (facts: Partial<DrawFacts>, hidden: Parameters<typeof makeCorrection>[4] = {}): Given => ({
  documents: [first, makeCorrection(game, first, first, facts, hidden)],
})

export const chainOf = (...documents: FullDocument[]): Given => ({ documents, isChain: true })
