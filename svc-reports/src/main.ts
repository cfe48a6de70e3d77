import { join } from 'node:path'
import { runService } from '@cascade/service-kit'
import { openTarget } from '@cascade/service-kit/storage'
import { readEnv } from './env'
import { createReportsService } from './service'

runService('reports', () => {
  const env = readEnv()
  return {
    service: createReportsService({
      transferTarget: env.TRANSFER_TARGET,
      logRetentionDays: env.LOGS_KEPT_DAYS,
      complaintRetentionDays: env.COMPLAINTS_KEPT_DAYS,
      fileWorker: join(import.meta.dirname, 'file-worker.js'),
      logHeads: {
        key: env.CASCADE_PRIVATE_JWK,
        keys: env.CASCADE_JWKS.keys,
        target: env.LOG_HEADS ? openTarget({ ...env, BACKUP_TARGET: env.LOG_HEADS }) : undefined,
      },
    }),
    env,
  }
})
