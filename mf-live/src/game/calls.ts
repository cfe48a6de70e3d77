import { liveApi } from '@cascade/contracts/live'
import { ApiError, call, newIdempotencyKey, queryKeyOf, send, wasNotSent } from '@cascade/web-kit'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { newestSnapshot, type Pair, type Snapshot, snapshotOf } from './snapshot'

const forgottenAfterMs = 5_000

/** The open draw of a pair; the socket writes what it hears under the same key. */
export function liveGameQuery({ adminId, gameId }: Pair) {
  return queryOptions({
    queryKey: queryKeyOf(liveApi.loadGame, adminId, gameId),
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
export const stopsQuery = () =>
  queryOptions({
    queryKey: queryKeyOf(liveApi.stops),
    queryFn: async ({ signal }) => (await call(liveApi.stops, { signal })).data,
  })

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

type Result = { result: string; color?: string; type?: string; boosterValue: 1 | 2 }

/** Chooses the result of the open draw, or of the next one when it is locked; the draw is read again. */
export function useSaveResult(pair: Pair) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (result: Result) => call(liveApi.addResult, { body: { ...pair, ...result } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: liveGameQuery(pair).queryKey }),
  })
}

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

/** Betting stops of a pair that are over, newest first. */
export const endedStopsQuery = ({ adminId, gameId }: Pair) => {
  const query = { adminId, gameId }
  return queryOptions({
    queryKey: queryKeyOf(liveApi.endedStops, { query }),
    queryFn: async ({ signal }) => (await call(liveApi.endedStops, { query, signal })).data,
  })
}
