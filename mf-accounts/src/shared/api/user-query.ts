import { sessionApi } from '@cascade/contracts/accounts'
import { call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

/** An account of whatever level: oneself or someone below. */
export function userQuery(id: string) {
  return queryOptions({
    queryKey: queryKeyOf(sessionApi.fetchUserById, id),
    queryFn: async ({ signal }) => (await call(sessionApi.fetchUserById, { query: { id }, signal })).data,
  })
}
