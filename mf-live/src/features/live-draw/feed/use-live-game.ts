import { ApiError } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { liveGameQuery } from '../api/load-game'
import type { Pair } from '../pair'
import { usePairFeed } from './use-pair-feed'
import { useStays } from './use-stays'

/** The socket may be silent this long before calls step in, and how often they then do; milliseconds. */
const patience = 3_000
const pollEvery = 2_000

/**
 * The open draw of a pair: read by a call, then kept up to date by the socket, and by repeated calls while the socket
 * is silent.
 */
export function useLiveGame(pair: Pair) {
  const { phase, askTimer } = usePairFeed(pair)
  const polls = useStays(phase !== 'live', patience)
  const query = useQuery({
    ...liveGameQuery(pair),
    staleTime: 0,
    refetchInterval: ({ state }) => (polls && !isRefused(state.error) ? pollEvery : false),
  })
  const refresh = () => {
    askTimer()
    return query.refetch()
  }
  /** The shown draw is over: the socket tells the next one, unless it does not. */
  const onZero = (asked: number) => {
    const told = askTimer()
    if (asked > 0 || !told) void query.refetch()
  }

  const onFocus = useEffectEvent(() => void refresh())
  useEffect(() => {
    const listener = () => onFocus()
    window.addEventListener('focus', listener)
    return () => window.removeEventListener('focus', listener)
  }, [])

  return { query, phase, refresh, onZero, isGone: isRefused(query.error) }
}

/** The pair is not there, or not for this user: asking again does not help. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404)
}
