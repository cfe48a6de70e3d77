import { liveApi } from '@cascade/contracts/live'
import { ApiError, newIdempotencyKey, send, wasNotSent } from '@cascade/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Pair } from '../pair'
import { liveGameQuery } from './live-game-query'

/** Points to add, or `reset` to bring the balance of the game to 0. */
export type BalanceChange = number | 'reset'

/**
 * Changes the balance of a game; the draw is read again. A change whose answer was lost goes out under the same key when
 * it is tried again, also after a reload: it is done once.
 * @returns the server's words, and whether an earlier try had done it already
 */
export function useChangeBalance(pair: Pair) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: BalanceChange) => changeOnce(pair, change),
    onSettled: () => queryClient.invalidateQueries({ queryKey: liveGameQuery(pair).queryKey }),
  })
}

async function changeOnce(pair: Pair, change: BalanceChange) {
  const name = `balance-attempt:${pair.adminId}:${pair.gameId}:${change}`
  const open = sessionStorage.getItem(name)
  const idempotencyKey = open ?? newIdempotencyKey()
  sessionStorage.setItem(name, idempotencyKey)
  const what = change === 'reset' ? { type: 'remove' as const } : { type: 'add' as const, balance: change }
  try {
    const { answer, isReplayed } = await send(liveApi.addBalance, { body: { ...pair, ...what }, idempotencyKey })
    sessionStorage.removeItem(name)
    return { message: answer.message, isReplayed }
  } catch (error) {
    // A refusal says nothing of a try before it, whose answer was lost.
    const isAnswered = error instanceof ApiError && error.refused && error.status < 500
    const isVerdict = isAnswered && (open === null || error.outcome !== undefined)
    if (isVerdict || (wasNotSent(error) && open === null)) sessionStorage.removeItem(name)
    throw error
  }
}
