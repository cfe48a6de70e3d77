import { z } from 'zod'

/**
 * What settlements, claims and recoveries carry through the ledger, beside what it decides on. Stored with the money and
 * told by its event, so it is kept short.
 */
const Amount = z.string().regex(/^\d{1,16}$/)

/** Why a draw's result was replaced: the operator acts (`by` of the posting), `from` and `to` are the results. */
export const CorrectionFacts = z.strictObject({
  drawId: z.string(),
  reason: z.string(),
  from: z.string(),
  to: z.string(),
})
export type CorrectionFacts = z.infer<typeof CorrectionFacts>

export const SettleDetails = z.strictObject({
  draw: z.string(),
  resultVersion: z.number().int(),
  chunk: z.number().int(),
  correction: CorrectionFacts.optional(),
})
export type SettleDetails = z.infer<typeof SettleDetails>

/** The claimed tickets, each with the hundredths that are requested; in the event those that were paid, perhaps 0. */
export const ClaimDetails = z.strictObject({
  tickets: z.array(z.tuple([z.string(), Amount])),
  isAutomatic: z.boolean(),
})
export type ClaimDetails = z.infer<typeof ClaimDetails>

/** `correction` is absent where the debt is older than this field. */
export const RecoverDetails = z.strictObject({ ticket: z.string(), correction: CorrectionFacts.optional() })
export type RecoverDetails = z.infer<typeof RecoverDetails>
