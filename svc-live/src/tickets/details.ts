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
