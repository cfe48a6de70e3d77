import { z } from 'zod'
import { GameDescription } from '../games/description'
import { budgetField, conclusionFields, confidentialFields, factFields, sealFields } from './fairness/record-fields'
import { Booster, DrawActor, Hundredths, KeyId } from './fairness/record-values'

/**
 * Why a draw has its booster: `chance` (picked by the deciding seed), `manual` (chosen by an operator), `none` (it is
 * 1).
 */
export const BoosterReason = z.enum(['none', 'chance', 'manual'])
export type BoosterReason = z.infer<typeof BoosterReason>

/** Public inputs of a draw. */
export const DrawFacts = z.strictObject(factFields)
export type DrawFacts = z.infer<typeof DrawFacts>

/** Maximum changes in one record; the rest goes into the next record. */
export const changesPerRecordMax = 100

/** Maximum deleted players in one record, largest changes first. */
export const inheritedMax = 100

const AccountName = DrawActor.pick({ accountId: true, username: true })

/** A change made by an operator after the lock of the preceding draw. */
export const DrawChange = z.strictObject({
  what: z
    .enum(['balance', 'percentage', 'description'])
    .describe('Balance of the game, percentage that the operator keeps, or description of the game.'),
  from: z
    .string()
    .max(30)
    .describe('Value before: hundredths; hundredths of a percent; version number of the description.'),
  to: z.string().max(30).describe('Value after, in the same unit.'),
  by: DrawActor.nullable().describe('Who changed it; null for the system.'),
  at: z.iso.datetime().describe('When.'),
})
export type DrawChange = z.infer<typeof DrawChange>

/** Confidential inputs of a draw, bound to the record by a salted digest. */
export const ConfidentialFacts = z.strictObject({
  ...confidentialFields,
  changes: z
    .array(DrawChange)
    .max(changesPerRecordMax)
    .describe(
      `Changes since the preceding draw that apply to this one, ordered by \`at\`; beyond ${changesPerRecordMax}, they continue in the next record.`,
    ),
  inherited: z
    .array(
      z.strictObject({
        player: AccountName.describe('The deleted player.'),
        heir: AccountName.describe('The account that is paid: it received the balance of the player.'),
        win: Hundredths.describe('Amount that the correction adds to the wins, in hundredths.'),
      }),
    )
    .max(inheritedMax)
    .optional()
    .describe('Corrections only: what it adds to the wins of deleted players, largest changes first.'),
})
export type ConfidentialFacts = z.infer<typeof ConfidentialFacts>

export const Confidential = z.strictObject({ ...ConfidentialFacts.shape, budget: budgetField })
export type Confidential = z.infer<typeof Confidential>

/** The public, signed explanation of the result of a draw. */
export const DrawRecord = z.strictObject({
  ...DrawFacts.shape,
  ...conclusionFields,
  format: z
    .enum(['cascade.draw.v2', 'cascade.draw.v3', 'cascade.draw.v4'])
    .describe(
      'Format version; part of the signed text. Tickets of `cascade.draw.v2` have no salt, and before `cascade.draw.v4` none is void.',
    ),
  booster: z
    .strictObject({
      value: Booster.describe('The booster.'),
      reason: BoosterReason.describe(
        '`chance`: picked by the deciding seed; `manual`: chosen by an operator; `none`: it is 1.',
      ),
    })
    .describe('Factor of all wins of the draw.'),
})
export type DrawRecord = z.infer<typeof DrawRecord>

/** A public Ed25519 key as a JSON Web Key; other members are dropped. */
export const PublicJwk = z.object({
  kty: z.literal('OKP').describe('Key type of RFC 8037.'),
  crv: z.literal('Ed25519').describe('Curve.'),
  kid: KeyId.describe('Name of the key; part of the signed text.'),
  x: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/)
    .describe('The public key, 32 bytes in base64url without padding.'),
})
export type PublicJwk = z.infer<typeof PublicJwk>

export const RecordSignature = z
  .strictObject({
    key: PublicJwk.strict().describe('The public key of the signer.'),
    value: sealFields.signatureValue,
  })
  .describe('Who signed the record.')
const seal = { hash: sealFields.hash, signature: RecordSignature }

/** A signed record with or without its confidential part. */
export const SealedRecord = z.strictObject({
  record: DrawRecord.describe('The signed record.'),
  confidential: Confidential.optional().describe('For those who control the draw; absent in public copies.'),
  ...seal,
})
export type SealedRecord = z.infer<typeof SealedRecord>

/** A record with everything needed to recompute it. */
export const DrawDocument = z.strictObject({
  ...SealedRecord.shape,
  description: GameDescription.describe('The game description whose digest is in the record.'),
})
export type DrawDocument = z.infer<typeof DrawDocument>
