import { PublicJwk } from '@cascade/contracts/live'
import { z } from 'zod'

const KeyId = z.string().regex(/^[A-Za-z0-9._-]{1,50}$/)
const Base64Url = z.string().regex(/^[A-Za-z0-9_-]+$/)

/** Chains of day seeds, oldest first. `tip` is the seed of the last day, 32 random bytes: all others follow from it. */
export const DayChains = z
  .array(
    z.strictObject({
      kid: KeyId,
      firstDay: z.iso.date(),
      days: z.number().int().min(1).max(40_000),
      tip: Base64Url.length(43, 'needs 32 bytes'),
    }),
  )
  .min(1)
  .max(20)
export type DayChains = z.infer<typeof DayChains>

/** Secrets of draws that opened before there were day seeds. */
export const SeedSecrets = z
  .array(z.strictObject({ kid: KeyId, secret: Base64Url.min(43, 'needs at least 32 bytes') }))
  .max(20)
export type SeedSecrets = z.infer<typeof SeedSecrets>

/** The private Ed25519 key that records are signed with. */
export const RecordKey = PublicJwk.extend({ d: Base64Url.length(43) })
export type RecordKey = z.infer<typeof RecordKey>
