import { jsonText, mongoEnv, parseEnv, processEnv } from '@cascade/service-kit'
import { z } from 'zod'
import { RecordKey } from './drawing/keys'

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
      /** Path of a file apart from all other secrets: `[{ kid, firstDay, days, tip }]`, see OPERATIONS.md. */
      LIVE_DAY_SEEDS_FILE: z.string().min(1),
      LIVE_RECORD_JWK: jsonText(RecordKey),
      /** Points that all open draws together may cost before somebody is told; 0 for no limit. */
      LIVE_LIABILITY_LIMIT: z.coerce.number().min(0).default(0),
    },
    source,
  )
}
export type LiveEnv = ReturnType<typeof readEnv>
