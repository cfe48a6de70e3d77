import { liveApi, type PublicJwk, type SeedChain } from '@cascade/contracts/live'
import {
  call,
  listSource,
  ownKeyOf,
  readQuery,
  refetchAfterFailureMs,
  restoreSession,
  storedSession,
  useCan,
  useChange,
  useSession,
} from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Finished draws of an offering; the filter `day` selects one day, by default today. */
export const drawsSource = (offering: { adminId: string; gameId: string }) =>
  listSource(liveApi.draws, { query: offering })

const pollIntervalMs = 3_000

/** One draw, polled until all its wins are paid. */
export const drawQuery = (drawId: string) =>
  queryOptions({
    ...readQuery(liveApi.draw, { params: { drawId } }),
    refetchInterval: query =>
      query.state.data && query.state.data.state !== 'settled' ? pollIntervalMs : refetchAfterFailureMs(query),
  })

/** The signed records of a draw, as ticket holders may read them. */
export const recordQuery = (drawId: string, ticketId: string) => ({
  ...readQuery(liveApi.record, { params: { drawId }, query: { ticketId } }),
  retry: false,
})

/** Public keys and day-seed chains published by a server. */
export type Published = { keys: readonly PublicJwk[]; seeds: readonly SeedChain[] }

export const keysQuery = () =>
  queryOptions({
    queryKey: ownKeyOf(liveApi.keys),
    queryFn: async ({ signal }): Promise<Published> => {
      const { data: keys, seeds } = await call(liveApi.keys, { signal })
      return { keys, seeds }
    },
  })

/** Tickets of one draw, in booking order. */
export const drawTicketsSource = (drawId: string) => listSource(liveApi.drawTickets, { params: { drawId } })

export type NewResult = { result: string; color?: string; type?: string; boosterValue: 1 | 2 }

/** Preview of a correction: its effect on each player. */
export const correctionQuery = (drawId: string, result: NewResult) => ({
  ...readQuery(liveApi.correction, { query: { drawId, ...result } }),
  gcTime: 0,
  retry: false,
})

export const useCorrectResult = () =>
  useChange(liveApi.correctResult, {
    refresh: [liveApi.draw, liveApi.draws, liveApi.drawTickets],
    alsoOnError: true,
  })

/** A ticket is voided once: a repeated call needs no key. */
export const useVoidTicket = () =>
  useChange(liveApi.voidTicket, { refresh: [liveApi.draw, liveApi.drawTickets], alsoOnError: true })

/** Whether the user may read draws. Public pages do not restore a stored session, so this hook does. */
export function useDrawPermission() {
  const canRead = useCan('live.control')
  const isRestoring = useSession(state => state.status === 'unknown') && storedSession().token !== null
  useEffect(() => {
    if (isRestoring) void restoreSession()
  }, [isRestoring])
  return { canRead, isRestoring }
}
