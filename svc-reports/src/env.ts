import { mongoEnv, parseEnv, processEnv } from '@cascade/service-kit'
import { z } from 'zod'

export const readEnv = () =>
  parseEnv({
    ...processEnv,
    ...mongoEnv,
    /** Directory that backups of admins are transferred to, e.g. a mounted volume of another machine. */
    TRANSFER_TARGET: z.string().optional(),
    /** How many days activities are kept; a change counts from the next start on. */
    LOGS_KEPT_DAYS: z.coerce.number().int().min(1).max(10_000).optional(),
    /** How many days messages of the public are kept. */
    COMPLAINTS_KEPT_DAYS: z.coerce.number().int().min(1).max(10_000).optional(),
  })
