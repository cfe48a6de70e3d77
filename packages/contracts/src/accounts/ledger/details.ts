import { z } from 'zod'

/**
 * Details of settlements, claims, recoveries and voids that the ledger passes through. Stored with the transfer and repeated
 * in its event: keep them short.
 */
const Amount = z.string().regex(/^\d{1,16}$/)

/** Why the result of a draw was replaced. `by` of the posting is the operator; `from` and `to` are the results. */
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

/** The claimed tickets with the requested hundredths; in the event, the hundredths that were paid, possibly 0. */
export const ClaimDetails = z.strictObject({
  tickets: z.array(z.tuple([z.string(), Amount])),
  isAutomatic: z.boolean(),
})
export type ClaimDetails = z.infer<typeof ClaimDetails>

/** `correction` is absent if the claim was projected after the correction. */
export const RecoverDetails = z.strictObject({ ticket: z.string(), correction: CorrectionFacts.optional() })
export type RecoverDetails = z.infer<typeof RecoverDetails>

/** The ticket whose stake is returned, its draw, and why. */
export const VoidDetails = z.strictObject({ ticket: z.string(), draw: z.string(), reason: z.string() })
export type VoidDetails = z.infer<typeof VoidDetails>
