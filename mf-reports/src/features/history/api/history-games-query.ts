import { liveApi } from '@cascade/contracts/live'
import { call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

const freshForMs = 60_000

/** The games that the caller's players play, by name. */
export function historyGamesQuery() {
  return queryOptions({
    queryKey: queryKeyOf(liveApi.historyGames),
    queryFn: async ({ signal }) => (await call(liveApi.historyGames, { signal })).data,
    staleTime: freshForMs,
  })
}
