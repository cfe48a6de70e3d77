import { liveApi } from '@cascade/contracts/live'
import { call } from '@cascade/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Pair } from '../pair'
import { liveGameQuery } from './live-game-query'

type Result = { result: string; color?: string; type?: string; boosterValue: 1 | 2 }

/** Chooses the result of the open draw, or of the next one when it is locked; the draw is read again. */
export function useSaveResult(pair: Pair) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (result: Result) => call(liveApi.addResult, { body: { ...pair, ...result } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: liveGameQuery(pair).queryKey }),
  })
}
