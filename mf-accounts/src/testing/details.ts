import { exampleOf } from '@cascade/contracts'
import { historyApi, sessionApi } from '@cascade/contracts/accounts'
import { reportsApi } from '@cascade/contracts/reports'
import { on, refusal } from '@cascade/web-kit/testing'

/** Nobody is signed in. */
export const noSessions = on(sessionApi.sessions, { success: true, data: [], total: 0 })

/**
 * What a page of details asks for besides the account and what its test is about: figures of the weeks, nobody above
 * whom the actor may see, and cards without a line; a new card adds its own. They come last in `fakeBackend`: the first
 * answer to a call counts.
 */
export const detailsAnswers = [
  on(reportsApi.weeks, exampleOf(reportsApi.weeks).answer),
  on(reportsApi.transactions, { success: true, data: [], total: 0 }),
  on(sessionApi.fetchUserById, refusal(404, 'NOT_FOUND', 'Not found.')),
  on(historyApi.list, { success: true, data: [], total: 0 }),
  noSessions,
]
