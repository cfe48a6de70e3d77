import { z } from 'zod'
import { Id } from '../define'
import { DrawPolicy, GameDescription } from '../games/description'
import { OldRecord } from './fairness/old-record'
import { Booster, Count, DrawActor, Hash, Hundredths, KeyId, LegKey, ResultText } from './fairness/record-values'

/** Why a draw has its booster: `chance`, of the game, by the draw's own seed; `manual`, chosen; `none`, it is 1. */
export const BoosterReason = z.enum(['none', 'chance', 'manual'])
export type BoosterReason = z.infer<typeof BoosterReason>

/** What is known of a draw before it is decided, and may be known to everybody when it is. */
export const DrawFacts = z.strictObject({
  drawId: Id,
  adminId: Id,
  gameId: Id,
  /** Of the description, as the closing found it. */
  gameVersion: z.number().int().min(1),
  drawAt: z.iso.datetime(),
  /** 1, and one more with each correction of this draw. */
  resultVersion: z.number().int().min(1),
  /** Number of the event that closed the draw in the ledger's feed: all its stakes come before. Null without a bet. */
  closingEvent: z.number().int().min(1).nullable(),
  tickets: Count,
  /** Root of the Merkle tree (RFC 6962) over the draw's tickets, in the order in which they were booked. */
  ticketRoot: Hash,
  /** Of every bet of the draw, by leg. */
  stakes: z.record(LegKey, Hundredths),
  seed: Hash,
  /** Which chain and day the seed was made with: `<chain>.<YYYY-MM-DD>`. */
  seedKeyId: KeyId,
  /** What an operator chose instead of the policy. */
  manual: z.strictObject({ result: ResultText, booster: Booster }).nullable(),
  /** Place in the chain of this game below this admin: 1, 2, 3 …, corrections included. */
  sequence: z.number().int().min(1),
  /** Hash of the record before; null for the first. */
  previous: Hash.nullable(),
})
export type DrawFacts = z.infer<typeof DrawFacts>

/** Changes that one record lists; what is more stands in the next one. */
export const changesPerRecord = 100

/** Deleted players that one record lists, those with the largest changes first. */
export const mostInherited = 100

const AccountName = DrawActor.pick({ accountId: true, username: true })

/** What somebody changed since the draw before, after its closing. Balances and percentages in hundredths. */
export const DrawChange = z.strictObject({
  what: z.enum(['balance', 'percentage', 'description']),
  from: z.string().max(30),
  to: z.string().max(30),
  by: DrawActor.nullable(),
  at: z.iso.datetime(),
})
export type DrawChange = z.infer<typeof DrawChange>

/** What else a draw was decided from: for the eyes of those above, bound to the record by its salted digest. */
export const ConfidentialFacts = z.strictObject({
  /** Random, so that nobody can find the rest by trying. */
  salt: Hash,
  /** Game balance at the closing, less wins that were still to be paid. Null without a bet: it decided nothing. */
  balance: Hundredths.nullable(),
  /** Share that the operator keeps, in hundredths of a percent, at the closing. Null without a bet. */
  winpercentage: Hundredths.nullable(),
  /** Who chose the result, and of a correction why. */
  manual: z
    .strictObject({ by: DrawActor, at: z.iso.datetime(), reason: z.string().min(3).max(200).optional() })
    .nullable(),
  changes: z.array(DrawChange).max(changesPerRecord),
  /** Of a correction: what it adds to wins of deleted players, and who is paid: the account that got the balance. */
  inherited: z
    .array(z.strictObject({ player: AccountName, heir: AccountName, win: Hundredths }))
    .max(mostInherited)
    .optional(),
})
export type ConfidentialFacts = z.infer<typeof ConfidentialFacts>

export const Confidential = z.strictObject({
  ...ConfidentialFacts.shape,
  /** What the draw might pay; null unless the policy is `budgeted`, and without a bet. */
  budget: Hundredths.nullable(),
})
export type Confidential = z.infer<typeof Confidential>

/** What follows from the facts and the description: anybody can work it out again. */
const DrawConclusion = z.strictObject({
  format: z.literal('cascade.draw.v2'),
  /** SHA-256 of the description in canonical JSON. */
  descriptionDigest: Hash,
  /** SHA-256 of the confidential part in canonical JSON. */
  confidentialDigest: Hash,
  stake: Hundredths,
  policy: z.enum([...DrawPolicy.options, 'manual']),
  /** Cost of each result in the game's order, as `<cost>` or `<cost>*<how many times in a row>`, divided by blanks. */
  costs: OldRecord.shape.costs,
  /** Among which the seed picked: how many, SHA-256 of their texts divided by line feeds, whether they fit the budget. */
  candidates: OldRecord.shape.candidates,
  commitment: Hash,
  booster: z.strictObject({ value: Booster, reason: BoosterReason }),
  result: ResultText,
  payout: Hundredths,
})

/** How one draw came to its result, as anybody may read it. */
export const DrawRecord = z.strictObject({ ...DrawFacts.shape, ...DrawConclusion.shape })
export type DrawRecord = z.infer<typeof DrawRecord>

/** A public Ed25519 key as a JSON Web Key; other members of the key are dropped. */
export const PublicJwk = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  kid: KeyId,
  x: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
})
export type PublicJwk = z.infer<typeof PublicJwk>

const seal = {
  /** SHA-256 of the record in canonical JSON. */
  hash: Hash,
  /** Ed25519 over the text `<format> <kid> <hash>`, as base64url without padding. */
  signature: z.strictObject({ key: PublicJwk.strict(), value: z.string().regex(/^[A-Za-z0-9_-]{86}$/) }),
}
const sealedRecord = { record: DrawRecord, confidential: Confidential.optional(), ...seal }
const sealedOldRecord = { record: OldRecord, confidential: z.undefined().optional(), ...seal }

/** A record of this version, with its confidential part or without, or of the version before, which had none. */
export const SealedRecord = z.union([z.strictObject(sealedRecord), z.strictObject(sealedOldRecord)])
export type SealedRecord = z.infer<typeof SealedRecord>

/** What is handed to whoever wants to check a draw: nothing else is needed. */
export const DrawDocument = z.union([
  z.strictObject({ ...sealedRecord, description: GameDescription }),
  z.strictObject({ ...sealedOldRecord, description: GameDescription }),
])
export type DrawDocument = z.infer<typeof DrawDocument>
