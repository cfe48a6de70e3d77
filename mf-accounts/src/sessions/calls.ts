import { sessionApi } from '@cascade/contracts/accounts'
import { call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

/** The newest open sessions of an account, and how many there are. */
export function sessionsQuery(userId: string) {
  return queryOptions({
    queryKey: queryKeyOf(sessionApi.sessions, userId),
    queryFn: async ({ signal }) => {
      const { data, total } = await call(sessionApi.sessions, { params: { userId }, signal })
      return { rows: data, total }
    },
  })
}

export function useEndSession(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (sessionId: string) => call(sessionApi.endSession, { params: { userId, sessionId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery(userId).queryKey }),
  })
}
