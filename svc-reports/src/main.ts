import { createLogger, runProcess } from '@cascade/service-kit'
import { readEnv } from './env'
import { startReports } from './service'

runProcess(createLogger('svc-reports', 'info'), () => startReports(readEnv()))
