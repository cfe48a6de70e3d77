import type { QueryInputOf } from '@cascade/contracts'
import { type HistoryRow, liveApi } from '@cascade/contracts/live'
import { call, type ListSource, queryKeyOf } from '@cascade/web-kit'
import type { QueryClient } from '@tanstack/react-query'
import { inPeriod, periodFilters } from '../../../shared/period'
import { historyUsersQuery } from './history-users-query'

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
