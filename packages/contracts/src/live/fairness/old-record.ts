import { z } from 'zod'
import { Id } from '../../define'
import { DrawPolicy } from '../../games/description'
import { Booster, Count, DrawActor, Hash, Hundredths, KeyId, LegKey, ResultText } from './record-values'

/** What an operator chose instead of the policy. */
const ManualResult = z.strictObject({
  result: ResultText,
  booster: Booster,
  by: DrawActor,
  at: z.iso.datetime(),
  /** Of a correction. */
  reason: z.string().min(3).max(200).optional(),
})

/** Facts of a record of the first version, which kept nothing back and counted the draws between two boosters. */
export const OldFacts = z.strictObject({
  drawId: Id,
  adminId: Id,
  gameId: Id,
  gameVersion: z.number().int().min(1),
  drawAt: z.iso.datetime(),
  resultVersion: z.number().int().min(1),
  closingEvent: z.number().int().min(1).nullable(),
  stakes: z.record(LegKey, Hundredths),
  balance: Hundredths,
  winpercentage: Hundredths,
  seed: Hash,
  seedKeyId: KeyId,
  counter: Count,
  manual: ManualResult.nullable(),
  sequence: z.number().int().min(1),
  previous: Hash.nullable(),
})
export type OldFacts = z.infer<typeof OldFacts>

/** A record of the first version: none is made any more, those that there are can be checked for ever. */
export const OldRecord = z.strictObject({
  ...OldFacts.shape,
  format: z.literal('cascade.draw.v1'),
  descriptionDigest: Hash,
  stake: Hundredths,
  policy: z.enum([...DrawPolicy.options, 'manual']),
  costs: z
    .string()
    .max(20_000)
    .regex(/^\d{1,18}(\*\d{1,4})?( \d{1,18}(\*\d{1,4})?)*$/),
  budget: Hundredths.nullable(),
  candidates: z.strictObject({ count: z.number().int().min(1), digest: Hash, fits: z.boolean() }).nullable(),
  commitment: Hash,
  booster: z.strictObject({ value: Booster, reason: z.enum(['none', 'counter', 'manual']), nextCounter: Count }),
  result: ResultText,
  payout: Hundredths,
})
export type OldRecord = z.infer<typeof OldRecord>
