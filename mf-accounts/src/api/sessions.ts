import { sessionApi } from '@cascade/contracts/accounts'
import { call } from '@cascade/web-kit'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

export function sessionsQuery(userId: string) {
  return queryOptions({
    queryKey: [sessionApi.sessions.id, userId],
    queryFn: async ({ signal }) => (await call(sessionApi.sessions, { params: { userId }, signal })).data,
  })
}

export function useEndSession(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (sessionId: string) => call(sessionApi.endSession, { params: { userId, sessionId } }),
    onSettled: () => queryClient.invalidateQueries(sessionsQuery(userId)),
  })
}
