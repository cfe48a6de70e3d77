import { sessionApi } from '@cascade/contracts/accounts'
import { call, ownKeyOf, useChange } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

/** Newest open sessions of an account, with the total. */
export function sessionsQuery(userId: string) {
  return queryOptions({
    queryKey: ownKeyOf(sessionApi.sessions, userId),
    queryFn: async ({ signal }) => {
      const { data, total } = await call(sessionApi.sessions, { params: { userId }, signal })
      return { rows: data, total }
    },
  })
}

export const useEndSession = () =>
  useChange(sessionApi.endSession, { refresh: [sessionApi.sessions], alsoOnError: true })
