import type { AnyEndpoint } from '../endpoint'
import { backupsApi } from './backups-api'
import { complaintsApi } from './complaints-api'
import { dashboardApi } from './figures/dashboard-api'
import { figuresApi } from './figures/figures-api'
import { historyApi } from './history-api'
import { logsApi } from './logs-api'
import { onlineApi } from './online-api'
import { transactionsApi } from './transactions-api'
import { verificationApi } from './verification-api'

export const reportsApi = {
  ...transactionsApi,
  ...logsApi,
  ...complaintsApi,
  ...figuresApi,
  ...historyApi,
  ...backupsApi,
  ...onlineApi,
  ...dashboardApi,
  ...verificationApi,
}

export const reportsEndpoints: readonly AnyEndpoint[] = [...Object.values(reportsApi)]
