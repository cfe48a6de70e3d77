import { exampleOf } from '@cascade/contracts'
import { accountHistoryApi, cashApi, limitApi, networkApi, sessionApi } from '@cascade/contracts/accounts'
import { reportsApi } from '@cascade/contracts/reports'
import { on, rejection } from '@cascade/web-kit/testing'

export const noSessions = on(sessionApi.sessions, { success: true, data: [], total: 0 })

/**
 * Default responses of a details page: weekly figures, no visible ancestors, empty cards. A new card adds its own. Put
 * them last in `fakeBackend`: the first matching response wins.
 */
export const detailsResponses = [
  on(reportsApi.weeks, exampleOf(reportsApi.weeks).response),
  on(reportsApi.transactions, { success: true, data: [], total: 0 }),
  on(sessionApi.fetchUserById, rejection(404, 'NOT_FOUND', 'Not found.')),
  on(networkApi.read, exampleOf(networkApi.read).response),
  on(limitApi.read, exampleOf(limitApi.read).response),
  on(accountHistoryApi.list, { success: true, data: [], total: 0 }),
  on(cashApi.list, exampleOf(cashApi.list).response),
  noSessions,
]
