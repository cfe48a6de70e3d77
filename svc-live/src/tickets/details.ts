import { maxBetsPerTicket } from '@cascade/contracts/live'
import { z } from 'zod'

/** A bundled bet stands for a few legs; no ticket has more of them than this. */
const maxLines = maxBetsPerTicket * 8

const Amount = z.string().regex(/^\d{1,16}$/)

/** What a stake carries through the ledger: the ticket. Kept short, as it is stored with the money. */
export const StakeDetails = z.strictObject({
  draw: z.string(),
  gameVersion: z.number().int(),
  /** Which secret makes the seed of the draw. */
  seedKey: z.string(),
  lines: z.array(z.tuple([z.string(), z.number().int().min(1)])).max(maxLines),
})
export type StakeDetails = z.infer<typeof StakeDetails>

export const SettleDetails = z.strictObject({
  draw: z.string(),
  resultVersion: z.number().int(),
  chunk: z.number().int(),
})
export type SettleDetails = z.infer<typeof SettleDetails>

/** The claimed tickets, each with the hundredths that it brings. */
export const ClaimDetails = z.strictObject({
  tickets: z.array(z.tuple([z.string(), Amount])),
  isAutomatic: z.boolean(),
})
export type ClaimDetails = z.infer<typeof ClaimDetails>

export const RecoverDetails = z.strictObject({ ticket: z.string() })
export type RecoverDetails = z.infer<typeof RecoverDetails>
