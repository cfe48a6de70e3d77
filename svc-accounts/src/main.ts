import { runService } from '@cascade/service-kit'
import { readEnv } from './env'
import { createAccountsService } from './service'

runService('accounts', () => {
  const env = readEnv()
  return { service: createAccountsService(env), env }
})
