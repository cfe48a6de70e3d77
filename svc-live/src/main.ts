import { createLogger, runProcess } from '@cascade/service-kit'
import { readEnv } from './env'
import { startLive } from './service'

runProcess(createLogger('svc-live', 'info'), () => startLive(readEnv()))
