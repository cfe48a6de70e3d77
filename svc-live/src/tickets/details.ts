import { maxBetsPerTicket } from '@cascade/contracts/live'
import { z } from 'zod'

/** A bundled bet stands for a few legs; no ticket has more of them than this. */
const maxLines = maxBetsPerTicket * 8

/** What a stake carries through the ledger: the ticket. Kept short, as it is stored with the money. */
export const StakeDetails = z.strictObject({
  draw: z.string(),
  gameVersion: z.number().int(),
  /** Which secret makes the seed of the draw. */
  seedKey: z.string(),
  lines: z.array(z.tuple([z.string(), z.number().int().min(1)])).max(maxLines),
})
export type StakeDetails = z.infer<typeof StakeDetails>

const SignedAmount = z.string().regex(/^-?\d{1,30}$/)

/** What a closing carries through the ledger: what decides the draw beside its tickets and the pool. */
export const ClosingDetails = z.strictObject({
  gameVersion: z.number().int(),
  /** Share that the operator keeps, in hundredths of a percent, and how often it was set. */
  winpercentage: z.string().regex(/^\d{1,5}$/),
  percentageVersion: z.number().int(),
  /** What the pair's settlements come to when all that is drawn, or corrected, is paid. */
  settledInFull: SignedAmount,
  /** What the pair's draws have won so far, corrections left out: a draw that is drawn later adds to it. */
  paidOut: SignedAmount,
})
export type ClosingDetails = z.infer<typeof ClosingDetails>
