import { runService } from '@cascade/service-kit'
import { readEnv } from './env'
import { createReportsService } from './service'

runService('reports', () => {
  const env = readEnv()
  return {
    service: createReportsService({
      transferTarget: env.TRANSFER_TARGET,
      logsKeptDays: env.LOGS_KEPT_DAYS,
      complaintsKeptDays: env.COMPLAINTS_KEPT_DAYS,
    }),
    env,
  }
})
