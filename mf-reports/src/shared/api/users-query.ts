import { reportsApi } from '@cascade/contracts/reports'
import { call, queryKeyOf } from '@cascade/web-kit'
import { type QueryClient, queryOptions } from '@tanstack/react-query'

const freshForMs = 60_000

/** Users of the caller's subtree whose name begins with `start`; at most 50, by name. */
export function usersQuery(start: string) {
  return queryOptions({
    queryKey: queryKeyOf(reportsApi.findAllUsers, start),
    queryFn: async ({ signal }) => (await call(reportsApi.findAllUsers, { query: { q: start }, signal })).data,
    staleTime: freshForMs,
  })
}
export type UsersQuery = typeof usersQuery

/** The id of the user of this name, in either case; undefined for one outside of the caller's subtree. */
export async function idOfUser(queryClient: QueryClient, username: string): Promise<string | undefined> {
  const users = await queryClient.fetchQuery(usersQuery(username))
  return users.find(each => each.username.toLowerCase() === username.toLowerCase())?._id
}
