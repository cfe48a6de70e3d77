import { liveApi, type PublicJwk, type SeedChain } from '@cascade/contracts/live'
import {
  againAfterFailureMs,
  call,
  listSource,
  ownKeyOf,
  readOf,
  restoreSession,
  storedSession,
  useCan,
  useChange,
  useSession,
} from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Finished draws of a game below an admin; the filter `day` names one day, else it is today. */
export const drawsSource = (pair: { adminId: string; gameId: string }) => listSource(liveApi.draws, { query: pair })

const againAfterMs = 3_000

/** One draw, read again by itself until every win of it is booked. */
export const drawQuery = (drawId: string) =>
  queryOptions({
    ...readOf(liveApi.draw, { params: { drawId } }),
    refetchInterval: query =>
      query.state.data && query.state.data.state !== 'settled' ? againAfterMs : againAfterFailureMs(query),
  })

/** The signed records of a draw, as those read them who hold a ticket of it. */
export const recordQuery = (drawId: string, ticketId: string) => ({
  ...readOf(liveApi.record, { params: { drawId }, query: { ticketId } }),
  retry: false,
})

/** The keys, and the chains of day seeds, that a server has published. */
export type Published = { keys: readonly PublicJwk[]; seeds: readonly SeedChain[] }

export const keysQuery = () =>
  queryOptions({
    queryKey: ownKeyOf(liveApi.keys),
    queryFn: async ({ signal }): Promise<Published> => {
      const { data: keys, seeds } = await call(liveApi.keys, { signal })
      return { keys, seeds }
    },
  })

/** Tickets of one draw in the order in which they were booked. */
export const drawTicketsSource = (drawId: string) => listSource(liveApi.drawTickets, { params: { drawId } })

export type NewResult = { result: string; color?: string; type?: string; boosterValue: 1 | 2 }

/** What a correction would do to each player. */
export const correctionQuery = (drawId: string, result: NewResult) => ({
  ...readOf(liveApi.correction, { query: { drawId, ...result } }),
  gcTime: 0,
  retry: false,
})

/** Replaces the result of a finished draw. */
export const useCorrectResult = () =>
  useChange(liveApi.correctResult, {
    refresh: [liveApi.draw, liveApi.draws, liveApi.drawTickets],
    alsoAfterFailure: true,
  })

/** Whether somebody who may look into draws is signed in: on public pages nobody has to be, so nobody was asked before. */
export function useMayLook() {
  const may = useCan('live.control')
  const isRestoring = useSession(state => state.status === 'unknown') && storedSession().token !== null
  useEffect(() => {
    if (isRestoring) void restoreSession()
  }, [isRestoring])
  return { may, isRestoring }
}
