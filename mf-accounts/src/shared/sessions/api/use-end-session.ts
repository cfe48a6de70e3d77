import { sessionApi } from '@cascade/contracts/accounts'
import { call } from '@cascade/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sessionsQuery } from './sessions-query'

export function useEndSession(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (sessionId: string) => call(sessionApi.endSession, { params: { userId, sessionId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery(userId).queryKey }),
  })
}
