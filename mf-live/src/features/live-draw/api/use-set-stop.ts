import { liveApi } from '@cascade/contracts/live'
import { call, queryKeyOf } from '@cascade/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Pair } from '../pair'
import { liveGameQuery } from './live-game-query'

export type StopRequest = { scope: 'game' | 'admin'; stopped: boolean; reason?: string }

/** Stops betting on a game of an admin, or on all of their games, or allows it again. */
export function useSetStop(pair: Pair) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ scope, stopped, reason }: StopRequest) => {
      const { adminId, gameId } = pair
      const target = scope === 'game' ? { adminId, gameId } : { adminId }
      return call(liveApi.setStop, { body: { ...target, stopped, ...(reason && { reason }) } })
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeyOf(liveApi.stops) })
      void queryClient.invalidateQueries({ queryKey: queryKeyOf(liveApi.endedStops) })
      return queryClient.invalidateQueries({ queryKey: liveGameQuery(pair).queryKey })
    },
  })
}
