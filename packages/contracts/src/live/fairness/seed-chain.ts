import { z } from 'zod'
import { Hash, KeyId } from './record-values'

/**
 * A chain of day seeds, of which each is the SHA-256 of the one of the day after. The anchor, which the first day's seed
 * hashes to, is published before the first day; a day's seed is shown when all draws of the day are drawn.
 */
export const SeedChain = z.object({
  kid: KeyId,
  /** `YYYY-MM-DD` in the business zone. */
  firstDay: z.iso.date(),
  days: z.number().int().min(1),
  anchor: Hash,
  /** The newest one that is shown; those of the days before follow from it. */
  revealed: z.object({ day: z.iso.date(), seed: Hash }).nullable(),
})
export type SeedChain = z.infer<typeof SeedChain>
