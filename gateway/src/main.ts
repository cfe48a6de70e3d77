import { createLogger, runProcess } from '@cascade/service-kit'
import { readEnv } from './env'
import { startGateway } from './gateway'

runProcess(createLogger('gateway', 'info'), async () => startGateway(readEnv()))
