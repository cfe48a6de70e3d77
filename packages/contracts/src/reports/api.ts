import type { AnyEndpoint } from '../endpoint'
import { complaintsApi } from './complaints-api'
import { logsApi } from './logs-api'
import { transactionsApi } from './transactions-api'

export const reportsApi = { ...transactionsApi, ...logsApi, ...complaintsApi }

export const reportsEndpoints: readonly AnyEndpoint[] = Object.values(reportsApi)
