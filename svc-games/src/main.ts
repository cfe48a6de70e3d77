import { createLogger, runProcess } from '@cascade/service-kit'
import { readEnv } from './env'
import { startGames } from './service'

runProcess(createLogger('svc-games', 'info'), () => startGames(readEnv()))
