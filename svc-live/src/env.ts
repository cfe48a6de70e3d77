import { jsonText, mongoEnv, parseEnv, processEnv } from '@cascade/service-kit'
import { z } from 'zod'
import { RecordKey } from './drawing/keys'

/**
 * The environment of svc-live. Keys have no default: `packages/dev` generates its own, production must configure them.
 * @throws Error with one line per fault
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env) {
  return parseEnv(
    {
      ...processEnv,
      ...mongoEnv,
      /** Path of a file apart from all other secrets: `[{ kid, firstDay, days, tip }]`, see OPERATIONS.md. */
      LIVE_DAY_SEEDS_FILE: z.string().min(1),
      LIVE_RECORD_JWK: jsonText(RecordKey),
      /** Worst-case cost of all open draws, in points, above which an alert fires; 0 for no limit. */
      LIVE_LIABILITY_LIMIT: z.coerce.number().min(0).default(0),
    },
    source,
  )
}
export type LiveEnv = ReturnType<typeof readEnv>
