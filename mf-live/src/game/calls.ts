import { liveApi } from '@cascade/contracts/live'
import { ApiError, call, newIdempotencyKey, ownKeyOf, readOf, send, useChange, wasNotSent } from '@cascade/web-kit'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { newestSnapshot, type Pair, type Snapshot, snapshotOf } from './snapshot'

const forgottenAfterMs = 5_000

/** The open draw of a pair; the socket writes what it hears under the same key. */
export function liveGameQuery({ adminId, gameId }: Pair) {
  return queryOptions({
    queryKey: ownKeyOf(liveApi.loadGame, adminId, gameId),
    queryFn: async ({ signal }) => {
      const askedAt = Date.now()
      const { data } = await call(liveApi.loadGame, { query: { adminId, gameId }, signal })
      // The server looked at its clock somewhere between question and answer.
      return snapshotOf(data, (askedAt + Date.now()) / 2)
    },
    structuralSharing: (before, after) => newestSnapshot(before as Snapshot | undefined, after as Snapshot),
    // Totals of a draw that is over must not be shown as present when the screen is opened again.
    gcTime: forgottenAfterMs,
  })
}

/** Betting stops in force, with who set them and why. */
export const stopsQuery = () => readOf(liveApi.stops)
/** Betting stops of a pair that are over, newest first. */
export const endedStopsQuery = ({ adminId, gameId }: Pair) => readOf(liveApi.endedStops, { query: { adminId, gameId } })

/** Points to add, or `reset` to bring the balance of the game to 0. */
type BalanceChange = number | 'reset'

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

/** Chooses the result of the open draw, or of the next one when it is locked. */
export const useSaveResult = () =>
  useChange(liveApi.addResult, { refresh: [liveApi.loadGame, liveApi.board], alsoAfterFailure: true })

/** Takes back a saved result, as long as betting on its draw is open. */
export const useWithdrawResult = () =>
  useChange(liveApi.withdrawResult, { refresh: [liveApi.loadGame, liveApi.board], alsoAfterFailure: true })

/** Stops betting on a game of an admin, or on all of their games, or allows it again. */
export const useSetStop = () =>
  useChange(liveApi.setStop, {
    refresh: [liveApi.stops, liveApi.endedStops, liveApi.loadGame, liveApi.board],
    alsoAfterFailure: true,
  })
