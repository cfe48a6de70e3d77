import type { QueryInputOf } from '@cascade/contracts'
import { type HistoryRow, liveApi } from '@cascade/contracts/live'
import { call, type ListSource, queryKeyOf } from '@cascade/web-kit'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { inPeriod, periodFilters } from '../shared/period-filter'

/** `userId`: whose tickets, by name; `tdate`: one day, which wins over the period. */
export const historyFilters = { gameId: '', user: '', tdate: '', ...periodFilters }

/** Tickets of the caller's subtree, newest first; a user's own, or those of everybody below. */
export function historySource(queryClient: QueryClient): ListSource<HistoryRow> {
  return {
    key: queryKeyOf(liveApi.history),
    load: async ({ user, ...params }, signal) => {
      const userId = user ? await idOf(queryClient, String(user)) : undefined
      if (user && !userId) return { rows: [], total: 0 }
      const query = { ...inPeriod(params), userId } as QueryInputOf<typeof liveApi.history>
      const { data, total } = await call(liveApi.history, { query, signal })
      return { rows: data, total: total ?? data.length }
    },
  }
}

async function idOf(queryClient: QueryClient, username: string) {
  const users = await queryClient.fetchQuery(historyUsersQuery(username))
  return users.find(each => each.username.toLowerCase() === username.toLowerCase())?._id
}

const freshForMs = 60_000

/** The games that the caller's players play, by name. */
export function historyGamesQuery() {
  return queryOptions({
    queryKey: queryKeyOf(liveApi.historyGames),
    queryFn: async ({ signal }) => (await call(liveApi.historyGames, { signal })).data,
    staleTime: freshForMs,
  })
}

/** Accounts of the caller's subtree whose name begins with `start`; at most 50, by name. */
export function historyUsersQuery(start: string) {
  return queryOptions({
    queryKey: queryKeyOf(liveApi.historyUsers, start),
    queryFn: async ({ signal }) => (await call(liveApi.historyUsers, { query: { q: start }, signal })).data,
    staleTime: freshForMs,
  })
}

/** The bets of one ticket. */
export function ticketQuery({ ticketId, gameId }: Pick<HistoryRow, 'ticketId' | 'gameId'>) {
  return queryOptions({
    queryKey: queryKeyOf(liveApi.ticket, ticketId, gameId),
    queryFn: async ({ signal }) => (await call(liveApi.ticket, { query: { ticketId, gameId }, signal })).data,
  })
}
