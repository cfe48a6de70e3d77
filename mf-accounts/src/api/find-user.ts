import { sessionApi } from '@cascade/contracts/accounts'
import { call } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

/** An account of whatever level: oneself or someone below. */
export function userQuery(id: string) {
  return queryOptions({
    queryKey: [sessionApi.fetchUserById.id, id],
    queryFn: async ({ signal }) => (await call(sessionApi.fetchUserById, { query: { id }, signal })).data,
  })
}
