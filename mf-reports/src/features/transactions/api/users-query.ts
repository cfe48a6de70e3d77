import { reportsApi } from '@cascade/contracts/reports'
import { call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

const freshForMs = 60_000

/** Users of the caller's subtree whose name begins with `start`; at most 50, by name. */
export function usersQuery(start: string) {
  return queryOptions({
    queryKey: queryKeyOf(reportsApi.findAllUsers, start),
    queryFn: async ({ signal }) => (await call(reportsApi.findAllUsers, { query: { q: start }, signal })).data,
    staleTime: freshForMs,
  })
}
