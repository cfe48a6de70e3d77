import { sessionApi } from '@cascade/contracts/accounts'
import { call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

export function sessionsQuery(userId: string) {
  return queryOptions({
    queryKey: queryKeyOf(sessionApi.sessions, userId),
    queryFn: async ({ signal }) => (await call(sessionApi.sessions, { params: { userId }, signal })).data,
  })
}
