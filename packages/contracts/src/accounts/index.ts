export * from './account'
export * from './account-api'
export * from './account-input'
export * from './account-list'
export * from './bases'
export * from './credit/credit'
export * from './events'
export * from './examples'
export * from './geo-api'
export * from './history-api'
export * from './internal'
export * from './ledger/ledger-api'
export * from './ledger/play-events'
export * from './ledger/posting'
export * from './session-api'
export * from './view-api'

import type { AnyEndpoint } from '../endpoint'
import { accountEndpoints } from './account-api'
import { geoApi } from './geo-api'
import { historyApi } from './history-api'
import { ledgerApi } from './ledger/ledger-api'
import { authApi, sessionApi } from './session-api'
import { viewApi } from './view-api'

/** Every public call that svc-accounts answers, and the three of the gateway. */
export const accountsEndpoints: readonly AnyEndpoint[] = [
  ...Object.values(authApi),
  ...Object.values(sessionApi),
  ...Object.values(geoApi),
  ...Object.values(ledgerApi),
  ...Object.values(historyApi),
  ...Object.values(viewApi),
  ...accountEndpoints,
]
