import { type HistoryRow, liveApi } from '@cascade/contracts/live'
import { type ListSource, listSource, readOf } from '@cascade/web-kit'
import type { QueryClient } from '@tanstack/react-query'
import { inPeriod, periodFilters } from '../shared/period-filter'
import { idOfUser } from '../shared/user-filter'

/** `userId`: whose tickets, by name; `tdate`: one day, which wins over the period. */
export const historyFilters = { gameId: '', user: '', tdate: '', ...periodFilters }

/** Tickets of the caller's subtree, newest first; a user's own, or those of everybody below. */
export function historySource(queryClient: QueryClient): ListSource<HistoryRow> {
  const { key, load } = listSource(liveApi.history)
  return {
    key,
    load: async ({ user, ...params }, signal) => {
      if (!user) return load(inPeriod(params), signal)
      const userId = await idOfUser(queryClient, String(user), historyUsersQuery)
      return userId ? load({ ...inPeriod(params), userId }, signal) : { rows: [], total: 0 }
    },
  }
}

const freshForMs = 60_000

/** The games that the caller's players play, by name. */
export const historyGamesQuery = () => ({ ...readOf(liveApi.historyGames), staleTime: freshForMs })

/** Accounts of the caller's subtree whose name begins with `start`; at most 50, by name. */
export const historyUsersQuery = (start: string) => ({
  ...readOf(liveApi.historyUsers, { query: { q: start } }),
  staleTime: freshForMs,
})

/** The bets of one ticket. */
export const ticketQuery = ({ ticketId, gameId }: Pick<HistoryRow, 'ticketId' | 'gameId'>) =>
  readOf(liveApi.ticket, { query: { ticketId, gameId } })
