import { runService } from '@cascade/service-kit'
import { readEnv } from './env'
import { reportsService } from './service'

runService('reports', () => ({ service: reportsService, env: readEnv() }))
