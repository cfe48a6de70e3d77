import { PublicJwk } from '@cascade/contracts/live'
import { z } from 'zod'

const KeyId = z.string().regex(/^[A-Za-z0-9._-]{1,64}$/)
const Base64Url = z.string().regex(/^[A-Za-z0-9_-]+$/)

/** Secrets of the seeds: the first is used for draws that open, the others for draws that opened under them. */
export const SeedSecrets = z
  .array(z.strictObject({ kid: KeyId, secret: Base64Url.min(43, 'needs at least 32 bytes') }))
  .min(1)
  .max(20)
export type SeedSecrets = z.infer<typeof SeedSecrets>

/** The private Ed25519 key that records are signed with. */
export const RecordKey = PublicJwk.extend({ d: Base64Url.length(43) })
export type RecordKey = z.infer<typeof RecordKey>
