import { z } from 'zod'
import { Id } from '../../define'
import { DrawPolicy } from '../../games/description'
import { Booster, Count, DrawActor, Hash, Hundredths, KeyId, LegKey, ResultText } from './record-values'

/** Public inputs of a draw. The descriptions appear in the OpenAPI document. */
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
      'Sequence number of the ledger event that closed betting; all stakes have lower numbers. Null if there is no ticket.',
    ),
  tickets: Count.describe('Number of tickets in the draw, void ones included.'),
  voidTickets: Count.optional().describe(
    'Number of void tickets, whose stakes went back while betting was open. Absent before `cascade.draw.v4`.',
  ),
  ticketRoot: Hash.describe(
    'Root of the Merkle tree (RFC 6962, SHA-256) over the tickets in booking order; SHA-256 of the empty string if there is no ticket.',
  ),
  stakes: z
    .record(LegKey, Hundredths)
    .describe(
      'Sum of the stakes of all tickets that are not void by leg (`<bet type>:<drawno>`), in hundredths of a point.',
    ),
  seed: Hash.describe('HMAC-SHA-256 of `drawId`; the key is the day seed as 32 bytes.'),
  seedKeyId: KeyId.describe('`<kid of the chain of day seeds>.<day of drawAt in the zone of that chain>`.'),
  manual: z
    .strictObject({
      result: ResultText.describe('The result that was chosen.'),
      booster: Booster.describe('The booster that was chosen.'),
    })
    .nullable()
    .describe('Result that an operator chose instead of the policy; null if the seed picked.'),
  sequence: z
    .number()
    .int()
    .min(1)
    .describe('Position in the record chain of this game of this admin, starting at 1; corrections count.'),
  previous: Hash.nullable().describe('`hash` of the preceding record of the chain; null for the first.'),
}

/** Values derived from the inputs and the description. */
export const conclusionFields = {
  descriptionDigest: Hash.describe('SHA-256 of the game description in canonical JSON.'),
  confidentialDigest: Hash.describe('SHA-256 of the confidential part in canonical JSON.'),
  stake: Hundredths.describe('Sum of `stakes`, in hundredths of a point.'),
  policy: z
    .enum([...DrawPolicy.options, 'manual'])
    .describe('Policy that decided: that of the description, or `manual`.'),
  costs: z
    .string()
    .max(20_000)
    .regex(/^\d{1,18}(\*\d{1,4})?( \d{1,18}(\*\d{1,4})?)*$/)
    .describe(
      'Cost of each result at the booster of the draw, in hundredths, in the order of the game’s results: runs `<cost>` or `<cost>*<count>`, separated by spaces.',
    ),
  candidates: z
    .strictObject({
      count: z.number().int().min(1).describe('Number of results that could be drawn.'),
      digest: Hash.describe('SHA-256 of their texts in order, separated by line feeds.'),
      fits: z
        .boolean()
        .describe('Whether they are within the budget; false: no result was, and these are the cheapest.'),
    })
    .nullable()
    .describe('Results among which the seed picked; null if an operator chose.'),
  commitment: Hash.describe('SHA-256 of `seed`, published before the first bet.'),
  result: ResultText.describe('The result: `drawno` of the option of each dimension, joined by dashes.'),
  payout: Hundredths.describe('Total payout to all tickets, in hundredths of a point.'),
}

/** Confidential inputs of a draw, for those who control it. */
export const confidentialFields = {
  salt: Hash.describe('Random; prevents guessing the confidential part from its digest.'),
  balance: Hundredths.nullable().describe(
    'Balance of the game at the closing, less wins still to be paid, in hundredths. Null if there is no ticket.',
  ),
  winpercentage: Hundredths.nullable().describe(
    'Percentage that the operator keeps at the closing, in hundredths of a percent. Null if there is no ticket.',
  ),
  manual: z
    .strictObject({
      by: DrawActor.describe('Operator who chose: a superadmin, or the admin of the game.'),
      at: z.iso.datetime().describe('When: before the lock of the draw; for a correction, after the draw.'),
      reason: z.string().min(3).max(200).optional().describe('Reason of a correction; absent in a first result.'),
    })
    .nullable()
    .describe('Who chose the result, and when; null if the seed picked.'),
}

export const budgetField = Hundredths.nullable().describe(
  'Maximum cost of the result, in hundredths: `balance` × (100 % − `winpercentage`), rounded down, 0 for a negative balance. Null unless `policy` is `budgeted` and there is a ticket.',
)

export const sealFields = {
  hash: Hash.describe('SHA-256 of the record in canonical JSON.'),
  signatureValue: z
    .string()
    .regex(/^[A-Za-z0-9_-]{86}$/)
    .describe('Ed25519 signature of the text `<format> <kid> <hash>`, in base64url without padding.'),
}
