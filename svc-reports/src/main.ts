import { runService } from '@cascade/service-kit'
import { readEnv } from './env'
import { createReportsService } from './service'

runService('reports', () => {
  const env = readEnv()
  return {
    service: createReportsService({
      transferTarget: env.TRANSFER_TARGET,
      logRetentionDays: env.LOGS_KEPT_DAYS,
      complaintRetentionDays: env.COMPLAINTS_KEPT_DAYS,
    }),
    env,
  }
})
