import { reportsApi } from '@cascade/contracts/reports'
import { call } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

/** Users of the caller's subtree whose name begins with `start`; at most 50, by name. */
export function findUsersQuery(start: string) {
  return queryOptions({
    queryKey: [reportsApi.findAllUsers.id, start],
    queryFn: async ({ signal }) => (await call(reportsApi.findAllUsers, { query: { q: start }, signal })).data,
    staleTime: 60_000,
  })
}
