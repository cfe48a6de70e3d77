import { liveApi } from '@cascade/contracts/live'
import { call, queryKeyOf } from '@cascade/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { NewResult } from './correction-query'
import { drawQuery } from './draw-query'

/** Replaces the result of a finished draw; the draw and the lists of draws are read again. */
export function useCorrectResult(drawId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewResult & { reason: string }) => call(liveApi.correctResult, { body: { drawId, ...body } }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: drawQuery(drawId).queryKey }),
        queryClient.invalidateQueries({ queryKey: queryKeyOf(liveApi.draws) }),
        queryClient.invalidateQueries({ queryKey: queryKeyOf(liveApi.drawTickets) }),
      ]),
  })
}
