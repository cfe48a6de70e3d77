import { liveApi } from '@cascade/contracts/live'
import { call, newIdempotencyKey } from '@cascade/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Pair } from '../pair'
import { liveGameQuery } from './live-game-query'

/** Points to add, or `reset` to bring the balance of the game to 0. */
export type BalanceChange = number | 'reset'

/** Changes the balance of a game once, however often the call is repeated; the draw is read again. */
export function useChangeBalance(pair: Pair) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: BalanceChange) =>
      call(liveApi.addBalance, {
        body:
          change === 'reset'
            ? { ...pair, type: 'remove' as const }
            : { ...pair, type: 'add' as const, balance: change },
        idempotencyKey: newIdempotencyKey(),
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: liveGameQuery(pair).queryKey }),
  })
}
