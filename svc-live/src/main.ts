import { runService } from '@cascade/service-kit'
import { readEnv } from './env'
import { liveService } from './service'

runService('live', () => ({ service: liveService, env: readEnv() }))
