import { ledgerApi } from '@cascade/contracts/accounts'
import { type AddResult, liveApi } from '@cascade/contracts/live'
import {
  call,
  createAttempts,
  localNow,
  orWaiting,
  ownKeyOf,
  queryKeyOf,
  readQuery,
  send,
  useChange,
} from '@cascade/web-kit'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { createSnapshot, newestSnapshot, type Offering, type Snapshot } from './snapshot'

const cacheMs = 5_000

/** The open draw of an offering; the socket feed writes to the same query key. */
export function liveGameQuery({ adminId, gameId }: Offering) {
  return queryOptions({
    queryKey: ownKeyOf(liveApi.loadGame, adminId, gameId),
    queryFn: async ({ signal }) => {
      const requestedAt = localNow()
      const { data } = await call(liveApi.loadGame, { query: { adminId, gameId }, signal })
      // The server read its clock during the round trip: assume the middle.
      return createSnapshot(data, (requestedAt + localNow()) / 2)
    },
    structuralSharing: (before, after) => newestSnapshot(before as Snapshot | undefined, after as Snapshot),
    // A reopened screen must not show totals of a past draw.
    gcTime: cacheMs,
  })
}

/** Active betting stops, with user and reason. */
export const stopsQuery = () => readQuery(liveApi.stops)
/** Ended betting stops of an offering, newest first. */
export const endedStopsQuery = ({ adminId, gameId }: Offering) =>
  readQuery(liveApi.endedStops, { query: { adminId, gameId } })

/** Points to add, or `reset` to set the game balance to 0. */
type BalanceChange = number | 'reset'

/** Object key of an attempt. */
export const offeringKey = ({ adminId, gameId }: Offering) => `${adminId}:${gameId}`

export const balanceAttempts = createAttempts<BalanceChange>({
  operation: 'balance',
  isSame: (a, b) => a === b,
  fetchOutcome: async ({ key }) => (await call(ledgerApi.outcomeOfKey, { query: { key } })).data.outcome,
})

/**
 * Changes the game balance; idempotent across retries. Reloads the draw afterwards.
 * @returns the server's message, and whether an earlier attempt had already succeeded
 */
export function useChangeBalance(offering: Offering) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: BalanceChange) =>
      balanceAttempts.send(offeringKey(offering), change, async ({ key: idempotencyKey }) => {
        const what = change === 'reset' ? { type: 'remove' as const } : { type: 'add' as const, balance: change }
        const { answer, isReplayed } = await send(liveApi.addBalance, {
          body: { ...offering, ...what },
          idempotencyKey,
        })
        return { message: answer.message, isReplayed }
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: liveGameQuery(offering).queryKey }),
  })
}

/** `drawId` is the draw that the screen names: the same result for a later draw is a new request. */
type ResultRequest = Omit<AddResult, keyof Offering> & { drawId: string }

const resultAttempts = createAttempts<ResultRequest>({
  operation: 'result',
  isSame: (a, b) =>
    (['drawId', 'result', 'color', 'type', 'boosterValue'] as const).every(field => a[field] === b[field]),
})

/** Saves the result of a draw; idempotent across retries. */
export function useSaveResult(offering: Offering) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (request: ResultRequest) =>
      orWaiting(
        resultAttempts.send(offeringKey(offering), request, async ({ key: idempotencyKey, fields: choice }) => {
          const { answer, isReplayed } = await send(liveApi.addResult, {
            body: { ...offering, ...choice },
            idempotencyKey,
          })
          return { message: answer.message, isReplayed }
        }),
      ),
    onSettled: () =>
      Promise.all(
        [liveApi.loadGame, liveApi.board].map(read => queryClient.invalidateQueries({ queryKey: queryKeyOf(read) })),
      ),
  })
}

/** Withdraws a saved result; possible until betting on its draw closes. */
export const useWithdrawResult = () =>
  useChange(liveApi.withdrawResult, { refresh: [liveApi.loadGame, liveApi.board], alsoOnError: true })

/** Stops or resumes betting on one game, or on all games of an admin. */
export const useSetStop = () =>
  useChange(liveApi.setStop, {
    refresh: [liveApi.stops, liveApi.endedStops, liveApi.loadGame, liveApi.board],
    alsoOnError: true,
  })
