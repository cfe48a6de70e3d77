import { jsonText, mongoEnv, parseEnv, processEnv } from '@cascade/service-kit'
import { RecordKey, SeedSecrets } from './keys/env-keys'

/**
 * Reads the environment of svc-live. There is no default for its keys: `dev-stack` makes and keeps them, production is
 * given its own.
 * @throws Error with one line for each fault.
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env) {
  return parseEnv(
    {
      ...processEnv,
      ...mongoEnv,
      /** `[{ kid, secret }]`, base64url; the first one is used for draws that open. */
      LIVE_SEED_SECRETS: jsonText(SeedSecrets),
      LIVE_RECORD_JWK: jsonText(RecordKey),
    },
    source,
  )
}
export type LiveEnv = ReturnType<typeof readEnv>
