import type { AnyEndpoint } from '../endpoint'
import { logsApi } from './logs-api'
import { transactionsApi } from './transactions-api'

export const reportsApi = { ...transactionsApi, ...logsApi }

export const reportsEndpoints: readonly AnyEndpoint[] = Object.values(reportsApi)
