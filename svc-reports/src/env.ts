import { mongoEnv, parseEnv, processEnv } from '@cascade/service-kit'
import { bucketEnv } from '@cascade/service-kit/storage'
import { z } from 'zod'

export const readEnv = () =>
  parseEnv({
    ...processEnv,
    ...mongoEnv,
    ...bucketEnv,
    /** Place for signed heads of the log, outside of the database: a directory, or `s3://bucket/prefix`. */
    LOG_HEADS: z.string().optional(),
    /** Directory for transferred backups of admins, e.g. a volume mounted from another machine. */
    TRANSFER_TARGET: z.string().optional(),
    /** Retention of activities; a change applies at the next start. */
    LOGS_KEPT_DAYS: z.coerce.number().int().min(1).max(10_000).optional(),
    /** Retention of messages from the public. */
    COMPLAINTS_KEPT_DAYS: z.coerce.number().int().min(1).max(10_000).optional(),
  })
