import type { Confidential, DrawFacts, DrawRecord, SeedChain } from '@cascade/contracts/live'
import { confidentialDigest } from '../../record/canonical-json'
import { sealRecord } from '../../record/seal-record'
import type { FindingName } from '../../verify/finding'
import { masterGame } from '../arbitrary'
import { type FullDocument, makeCorrection, makeDocument, makeFacts, makeHidden, operator, signer } from '../make-facts'

/** Input of a verification. */
export type VerificationInput = {
  /** Versions of one draw, or a chain if `isChain`. */
  documents: readonly object[]
  isChain?: true
  /** Public chains of day seeds; null if none are available. */
  seeds?: SeedChain[] | null
  proof?: object
}

/**
 * A self-contradictory record signed with the right key. The title begins with the field; `findings` are those that
 * must fail.
 */
export type Doctored = readonly [title: string, findings: readonly FindingName[], make: () => VerificationInput]

export const game = masterGame('funTarget')
const first = makeDocument(game, makeFacts())
const idle = makeDocument(game, makeFacts({ stakes: {} }))
export const chosenFacts = { manual: { result: '0', booster: 2 } } as const
export const chosenAt = '2026-02-28T20:05:30.000Z'
export const chosenHidden = (manual: Partial<NonNullable<Confidential['manual']>> = {}) =>
  makeHidden({ manual: { by: operator, at: chosenAt, ...manual } })
const chosen = makeDocument(game, makeFacts(chosenFacts), chosenHidden())
const correction = makeCorrection(game, first, first)
/** Its first ticket is void. */
const withVoid = makeDocument(game, makeFacts({ stakes: { 'straight:2': '500' }, tickets: 2, voidTickets: 1 }))

const allVoid = makeDocument(
  game,
  makeFacts({ stakes: {}, tickets: 2, voidTickets: 2, closingEvent: 4711, ticketRoot: first.record.ticketRoot }),
)

/** Valid documents of each kind, from which the doctored ones are made. */
export const valid = { first, idle, chosen, correction, withVoid, allVoid }

/** Decided again from other inputs, so that all derived fields agree. */
export const decided = (facts: Partial<DrawFacts>, hidden?: Parameters<typeof makeDocument>[2]) =>
  makeDocument(game, makeFacts(facts), hidden)

/** Signed again with fields that contradict the rest. */
export function resealed(
  { record, confidential, description }: FullDocument,
  changes: Partial<DrawRecord> = {},
  hidden: Partial<Confidential> = {},
): FullDocument {
  const inside = { ...confidential, ...hidden }
  const bound = { ...record, confidentialDigest: confidentialDigest(inside), ...changes }
  return { ...sealRecord({ record: bound, confidential: inside }, signer), description }
}

/** Without the confidential part. */
export const publicCopy = ({ confidential: _confidential, ...document }: FullDocument) => document
export const single = (document: object, seeds?: SeedChain[] | null): VerificationInput => ({
  documents: [document],
  ...(seeds !== undefined && { seeds }),
})
/** A first result and a correction with changed facts. */
export const corrected = (
  facts: Partial<DrawFacts>,
  hidden: Parameters<typeof makeCorrection>[4] = {},
): VerificationInput => ({
  documents: [first, makeCorrection(game, first, first, facts, hidden)],
})

export const chainOf = (...documents: FullDocument[]): VerificationInput => ({ documents, isChain: true })
