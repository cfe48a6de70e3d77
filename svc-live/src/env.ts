import { hostname } from 'node:os'
import { jsonText, mongoEnv, parseEnv, processEnv } from '@cascade/service-kit'
import { z } from 'zod'
import { RecordKey, SeedSecrets } from './keys/env-keys'

const anyAddress: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

/**
 * Reads the environment of svc-live. There is no default for its keys: `dev-stack` makes and keeps them, production is
 * given its own.
 * @throws Error with one line for each fault.
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env) {
  const env = parseEnv(
    {
      ...processEnv,
      ...mongoEnv,
      /** `[{ kid, secret }]`, base64url; the first one is used for draws that open. */
      LIVE_SEED_SECRETS: jsonText(SeedSecrets),
      LIVE_RECORD_JWK: jsonText(RecordKey),
      /** Where other instances of this service reach this one. */
      LIVE_INSTANCE_URL: z.url().optional(),
    },
    source,
  )
  const host = anyAddress.has(env.HOST) ? hostname() : env.HOST
  return { ...env, instanceUrl: env.LIVE_INSTANCE_URL ?? `http://${host}:${env.PORT}` }
}
export type LiveEnv = ReturnType<typeof readEnv>
