import { z } from 'zod'
import { conclusionFields, factFields } from './record-fields'
import { Booster, Count, DrawActor, Hundredths, ResultText } from './record-values'

/** What an operator chose instead of the policy. */
const ManualResult = z
  .strictObject({
    result: ResultText.describe('The result that was chosen.'),
    booster: Booster.describe('The booster that was chosen.'),
    by: DrawActor.describe('Operator who chose.'),
    at: z.iso.datetime().describe('When.'),
    reason: z.string().min(3).max(200).optional().describe('Reason of a correction.'),
  })
  .nullable()
  .describe(factFields.manual.description ?? '')

const { drawId, adminId, gameId, gameVersion, drawAt, resultVersion, closingEvent } = factFields
const { stakes, seed, seedKeyId, sequence, previous } = factFields

/** Facts of a record of the first version, which kept nothing back and counted the draws between two boosters. */
export const OldFacts = z.strictObject({
  drawId,
  adminId,
  gameId,
  gameVersion,
  drawAt,
  resultVersion,
  closingEvent,
  stakes,
  seed,
  seedKeyId,
  sequence,
  previous,
  balance: Hundredths.describe('Balance of the game at the closing, in hundredths.'),
  winpercentage: Hundredths.describe('Share that the operator keeps, in hundredths of a percent.'),
  counter: Count.describe('Draws since the last one with booster 2.'),
  manual: ManualResult,
})
export type OldFacts = z.infer<typeof OldFacts>

const { descriptionDigest, stake, policy, costs, candidates, commitment, result, payout } = conclusionFields

/** A record of the first version: none is made any more, those that there are can be checked for ever. */
export const OldRecord = z.strictObject({
  ...OldFacts.shape,
  format: z.literal('cascade.draw.v1').describe('First version of the format.'),
  descriptionDigest,
  stake,
  policy,
  costs,
  candidates,
  commitment,
  result,
  payout,
  budget: Hundredths.nullable().describe('What the result may cost, in hundredths.'),
  booster: z
    .strictObject({
      value: Booster.describe('The booster.'),
      reason: z.enum(['none', 'counter', 'manual']).describe('What it follows from.'),
      nextCounter: Count.describe('`counter` of the next draw.'),
    })
    .describe('Factor of all wins of the draw.'),
})
export type OldRecord = z.infer<typeof OldRecord>
