import { createLogger, runProcess } from '@cascade/service-kit'
import { readEnv } from './env'
import { startGateway } from './gateway'

runProcess(createLogger('gateway', 'info'), async logger => {
  const env = readEnv()
  logger.level = env.LOG_LEVEL
  return startGateway(env, Date.now)
})
