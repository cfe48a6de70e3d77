import { z } from 'zod'
import { Id } from '../../define'
import { DrawPolicy } from '../../games/description'
import { Booster, Count, DrawActor, Hash, Hundredths, KeyId, LegKey, ResultText } from './record-values'

/** Inputs of a draw that everybody may see once it is decided. The texts are those of the API document. */
export const factFields = {
  drawId: Id.describe('`<adminId>_<gameId>_<drawAt in seconds since 1970>`.'),
  adminId: Id.describe('Admin whose game this is.'),
  gameId: Id.describe('Game that was drawn.'),
  gameVersion: z.number().int().min(1).describe('Version of the game description that the draw followed.'),
  drawAt: z.iso
    .datetime()
    .describe('Moment of the draw in UTC, a full second, a multiple of `draw.intervalSeconds` since 1970.'),
  resultVersion: z.number().int().min(1).describe('1 for the first result; each correction of the draw adds 1.'),
  closingEvent: z
    .number()
    .int()
    .min(1)
    .nullable()
    .describe(
      'Number of the event in the ledger’s feed that closed betting; all stakes have lower numbers. Null without a ticket.',
    ),
  tickets: Count.describe('Number of tickets in the draw.'),
  ticketRoot: Hash.describe(
    'Root of the Merkle tree (RFC 6962, SHA-256) over the tickets in the order of booking; SHA-256 of nothing without a ticket.',
  ),
  stakes: z
    .record(LegKey, Hundredths)
    .describe('Sum of the stakes of all tickets by leg (`<bet type>:<drawno>`), in hundredths of a point.'),
  seed: Hash.describe('HMAC-SHA-256 of `drawId`; the key is the seed of the day as 32 bytes.'),
  seedKeyId: KeyId.describe('`<kid of the chain of day seeds>.<day of drawAt in the zone of that chain>`.'),
  manual: z
    .strictObject({
      result: ResultText.describe('The result that was chosen.'),
      booster: Booster.describe('The booster that was chosen.'),
    })
    .nullable()
    .describe('Result that an operator chose in place of the policy; null when the seed picked.'),
  sequence: z
    .number()
    .int()
    .min(1)
    .describe('Position in the chain of this game of this admin, from 1; corrections count.'),
  previous: Hash.nullable().describe('`hash` of the record before it in the chain; null for the first.'),
}

/** What follows from the inputs and the description. */
export const conclusionFields = {
  descriptionDigest: Hash.describe('SHA-256 of the game description in canonical JSON.'),
  confidentialDigest: Hash.describe('SHA-256 of the confidential part in canonical JSON.'),
  stake: Hundredths.describe('Sum of `stakes`, in hundredths of a point.'),
  policy: z
    .enum([...DrawPolicy.options, 'manual'])
    .describe('What decided: the policy of the description, or `manual`.'),
  costs: z
    .string()
    .max(20_000)
    .regex(/^\d{1,18}(\*\d{1,4})?( \d{1,18}(\*\d{1,4})?)*$/)
    .describe(
      'Cost of each result at the booster of the draw, in hundredths, in the order of the game’s results: runs `<cost>` or `<cost>*<count>`, separated by blanks.',
    ),
  candidates: z
    .strictObject({
      count: z.number().int().min(1).describe('How many results could be drawn.'),
      digest: Hash.describe('SHA-256 of their texts in order, separated by line feeds.'),
      fits: z.boolean().describe('Whether they cost no more than the budget; false: none did, these cost the least.'),
    })
    .nullable()
    .describe('Results among which the seed picked; null when an operator chose.'),
  commitment: Hash.describe('SHA-256 of `seed`, published before the first bet.'),
  result: ResultText.describe('The result: `drawno` of each dimension’s option, joined by dashes.'),
  payout: Hundredths.describe('What the result pays to all tickets together, in hundredths of a point.'),
}

/** Inputs of a draw for those who control it. */
export const confidentialFields = {
  salt: Hash.describe('Random; keeps the rest of this part from being guessed by its digest.'),
  balance: Hundredths.nullable().describe(
    'Balance of the game at the closing, less wins that were still to be paid, in hundredths. Null without a ticket.',
  ),
  winpercentage: Hundredths.nullable().describe(
    'Share that the operator keeps at the closing, in hundredths of a percent. Null without a ticket.',
  ),
  manual: z
    .strictObject({
      by: DrawActor.describe('Operator who chose: a superadmin, or the admin of the game.'),
      at: z.iso.datetime().describe('When: before the lock of the draw; of a correction, after the draw.'),
      reason: z.string().min(3).max(200).optional().describe('Reason of a correction; absent in a first result.'),
    })
    .nullable()
    .describe('Who chose the result and when; null when the seed picked.'),
}

export const budgetField = Hundredths.nullable().describe(
  'What the result may cost, in hundredths: `balance` × (100 % − `winpercentage`), rounded down, 0 for a negative balance. Null unless `policy` is `budgeted` and there is a ticket.',
)

/** What a document adds to a record. */
export const sealFields = {
  hash: Hash.describe('SHA-256 of the record in canonical JSON.'),
  signatureValue: z
    .string()
    .regex(/^[A-Za-z0-9_-]{86}$/)
    .describe('Ed25519 signature of the text `<format> <kid> <hash>`, in base64url without padding.'),
}
