import { z } from 'zod'
import { Id } from '../define'
import { DrawPolicy, GameDescription } from '../games/description'
import { Role } from '../roles'

/** Hundredths as decimal text. JSON numbers of other languages lose digits, text does not. */
const Hundredths = z.string().regex(/^(0|-?[1-9]\d{0,17})$/)
const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const KeyId = z.string().regex(/^[A-Za-z0-9._-]{1,64}$/)
const LegKey = z.string().regex(/^[a-z][a-z0-9]{0,15}:[A-Za-z0-9-]{1,40}$/)
const ResultText = z.string().regex(/^[A-Za-z0-9-]{1,50}$/)
const Count = z.number().int().min(0)

export const Booster = z.union([z.literal(1), z.literal(2)])
export type Booster = z.infer<typeof Booster>
/** Why a draw has its booster: `counter`, once in 21 to 31 draws; `manual`, chosen with the result; `none`, it is 1. */
export const BoosterReason = z.enum(['none', 'counter', 'manual'])
export type BoosterReason = z.infer<typeof BoosterReason>

/** What an operator chose instead of the policy. */
export const ManualResult = z.strictObject({
  result: ResultText,
  booster: Booster,
  by: z.strictObject({ accountId: Id, username: z.string().min(1).max(64), role: Role }),
  at: z.iso.datetime(),
  /** Of a correction. */
  reason: z.string().min(3).max(200).optional(),
})
export type ManualResult = z.infer<typeof ManualResult>

/** What is known of a draw before it is decided, named by whoever runs it. */
export const DrawFacts = z.strictObject({
  drawId: Id,
  adminId: Id,
  gameId: Id,
  gameVersion: z.number().int().min(1),
  drawAt: z.iso.datetime(),
  /** 1, and one more with each correction of this draw. */
  resultVersion: z.number().int().min(1),
  /** Number of the event that closed the draw in the ledger's feed: all its stakes come before. Null without a bet. */
  closingEvent: z.number().int().min(1).nullable(),
  /** Of every bet of the draw, by leg. */
  stakes: z.record(LegKey, Hundredths),
  /** Game balance with the stakes in it. */
  balance: Hundredths,
  /** Share that the operator keeps, in hundredths of a percent. */
  winpercentage: Hundredths,
  seed: Hash,
  /** Which secret the seed was made with. */
  seedKeyId: KeyId,
  /** Draws since the booster was last 2 by itself, as the draw before left it; 0 for the first. */
  counter: Count,
  manual: ManualResult.nullable(),
  /** Place in the chain of this game below this admin: 1, 2, 3 …, corrections included. */
  sequence: z.number().int().min(1),
  /** Hash of the record before; null for the first. */
  previous: Hash.nullable(),
})
export type DrawFacts = z.infer<typeof DrawFacts>

/** What follows from the facts and the description: anybody can work it out again. */
export const DrawConclusion = z.strictObject({
  format: z.literal('cascade.draw.v1'),
  /** SHA-256 of the description in canonical JSON. */
  descriptionDigest: Hash,
  stake: Hundredths,
  policy: z.enum([...DrawPolicy.options, 'manual']),
  /** Cost of each result in the game's order, as `<cost>` or `<cost>*<how many times in a row>`, divided by blanks. */
  costs: z
    .string()
    .max(20_000)
    .regex(/^\d{1,18}(\*\d{1,4})?( \d{1,18}(\*\d{1,4})?)*$/),
  /** What the draw might pay; null unless the policy is `budgeted`. */
  budget: Hundredths.nullable(),
  /** Among which the seed picked: how many, SHA-256 of their texts divided by line feeds, whether they fit the budget. */
  candidates: z.strictObject({ count: z.number().int().min(1), digest: Hash, fits: z.boolean() }).nullable(),
  commitment: Hash,
  booster: z.strictObject({ value: Booster, reason: BoosterReason, nextCounter: Count }),
  result: ResultText,
  payout: Hundredths,
})
export type DrawConclusion = z.infer<typeof DrawConclusion>

/** Everything about how one draw came to its result. */
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

export const SealedRecord = z.strictObject({
  record: DrawRecord,
  /** SHA-256 of the record in canonical JSON. */
  hash: Hash,
  /** Ed25519 over the text `cascade.draw.v1 <kid> <hash>`, as base64url without padding. */
  signature: z.strictObject({ key: PublicJwk.strict(), value: z.string().regex(/^[A-Za-z0-9_-]{86}$/) }),
})
export type SealedRecord = z.infer<typeof SealedRecord>

/** What is handed to whoever wants to check a draw: nothing else is needed. */
export const DrawDocument = z.strictObject({ ...SealedRecord.shape, description: GameDescription })
export type DrawDocument = z.infer<typeof DrawDocument>
