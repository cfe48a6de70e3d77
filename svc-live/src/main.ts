import { runService } from '@cascade/service-kit'
import { readEnv } from './env'
import { createLiveService } from './service'

runService('live', () => {
  const env = readEnv()
  return { service: createLiveService(env), env }
})
