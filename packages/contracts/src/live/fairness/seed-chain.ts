import { z } from 'zod'
import { Hash, KeyId } from './record-values'

const chainDaysMax = 40_000

/**
 * A chain of day seeds: each is the SHA-256 of the next day's seed. The anchor, the SHA-256 of the first day's seed, is
 * published before the first day; a day's seed is revealed once all draws of the day are drawn.
 */
export const SeedChain = z.object({
  kid: KeyId.describe('Name of the chain; `seedKeyId` of a record begins with it.'),
  zone: z.string().min(1).max(64).describe('IANA time zone in which the days of the chain begin and end.'),
  firstDay: z.iso.date().describe('First day of the chain, `YYYY-MM-DD`.'),
  days: z.number().int().min(1).max(chainDaysMax).describe('Number of days in the chain.'),
  anchor: Hash.describe('SHA-256 of the seed of the first day as 32 bytes, in hex: published before that day.'),
  revealed: z
    .object({
      day: z.iso.date().describe('The newest day whose seed is revealed.'),
      seed: Hash.describe(
        'Seed of that day. Its SHA-256 (over the 32 bytes) is the seed of the day before, and so on.',
      ),
    })
    .nullable()
    .describe('Null until the first day of the chain is over.'),
})
export type SeedChain = z.infer<typeof SeedChain>
