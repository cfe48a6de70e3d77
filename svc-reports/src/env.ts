import { mongoEnv, parseEnv, processEnv } from '@cascade/service-kit'
import { z } from 'zod'

export const readEnv = () =>
  parseEnv({
    ...processEnv,
    ...mongoEnv,
    /** Directory that backups are transferred to, e.g. a mounted volume of another machine. */
    BACKUP_TARGET: z.string().optional(),
  })
