import { liveApi } from '@cascade/contracts/live'
import { call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

const freshForMs = 60_000

/** Accounts of the caller's subtree whose name begins with `start`; at most 50, by name. */
export function historyUsersQuery(start: string) {
  return queryOptions({
    queryKey: queryKeyOf(liveApi.historyUsers, start),
    queryFn: async ({ signal }) => (await call(liveApi.historyUsers, { query: { q: start }, signal })).data,
    staleTime: freshForMs,
  })
}
