import { runService } from '@cascade/service-kit'
import { readEnv } from './env'
import { gamesService } from './service'

runService('games', () => ({ service: gamesService, env: readEnv() }))
