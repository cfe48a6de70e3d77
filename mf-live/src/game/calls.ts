import { ledgerApi } from '@cascade/contracts/accounts'
import { type AddResult, liveApi } from '@cascade/contracts/live'
import { call, createAttempts, localNow, ownKeyOf, queryKeyOf, readOf, send, useChange } from '@cascade/web-kit'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { newestSnapshot, type Pair, type Snapshot, snapshotOf } from './snapshot'

const forgottenAfterMs = 5_000

/** The open draw of a pair; the socket writes what it hears under the same key. */
export function liveGameQuery({ adminId, gameId }: Pair) {
  return queryOptions({
    queryKey: ownKeyOf(liveApi.loadGame, adminId, gameId),
    queryFn: async ({ signal }) => {
      const askedAt = localNow()
      const { data } = await call(liveApi.loadGame, { query: { adminId, gameId }, signal })
      // The server looked at its clock somewhere between question and answer.
      return snapshotOf(data, (askedAt + localNow()) / 2)
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

/** The object of an attempt. */
export const pairKey = ({ adminId, gameId }: Pair) => `${adminId}:${gameId}`

export const balanceAttempts = createAttempts<BalanceChange>({
  operation: 'balance',
  isSame: (a, b) => a === b,
  ask: async ({ key }) => (await call(ledgerApi.outcomeOfKey, { query: { key } })).data.outcome,
})

/**
 * Changes the balance of a game, once however often it is sent; the draw is read again.
 * @returns the server's words, and whether an earlier try had done it already
 */
export function useChangeBalance(pair: Pair) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: BalanceChange) =>
      balanceAttempts.send(pairKey(pair), change, async ({ key: idempotencyKey }) => {
        const what = change === 'reset' ? { type: 'remove' as const } : { type: 'add' as const, balance: change }
        const { answer, isReplayed } = await send(liveApi.addBalance, { body: { ...pair, ...what }, idempotencyKey })
        return { message: answer.message, isReplayed }
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: liveGameQuery(pair).queryKey }),
  })
}

type ResultWish = Omit<AddResult, keyof Pair> & {
  /** The draw that is open on the screen: chosen again for a later one, the same result is another wish. */
  drawId: string
}

const resultAttempts = createAttempts<ResultWish>({
  operation: 'result',
  isSame: (a, b) =>
    (['drawId', 'result', 'color', 'type', 'boosterValue'] as const).every(field => a[field] === b[field]),
})

/** Chooses the result of the open draw, or of the next one when it is locked; once however often it is sent. */
export function useSaveResult(pair: Pair) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (wish: ResultWish) =>
      resultAttempts.send(pairKey(pair), wish, async ({ key: idempotencyKey, fields: { drawId: _, ...choice } }) => {
        const { answer, isReplayed } = await send(liveApi.addResult, { body: { ...pair, ...choice }, idempotencyKey })
        return { message: answer.message, isReplayed }
      }),
    onSettled: () =>
      Promise.all(
        [liveApi.loadGame, liveApi.board].map(read => queryClient.invalidateQueries({ queryKey: queryKeyOf(read) })),
      ),
  })
}

/** Takes back a saved result, as long as betting on its draw is open. */
export const useWithdrawResult = () =>
  useChange(liveApi.withdrawResult, { refresh: [liveApi.loadGame, liveApi.board], alsoAfterFailure: true })

/** Stops betting on a game of an admin, or on all of their games, or allows it again. */
export const useSetStop = () =>
  useChange(liveApi.setStop, {
    refresh: [liveApi.stops, liveApi.endedStops, liveApi.loadGame, liveApi.board],
    alsoAfterFailure: true,
  })
