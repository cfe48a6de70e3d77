import { ApiError } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { liveGameQuery } from '../calls'
import type { Pair } from '../snapshot'
import type { FeedPhase } from './liveness'
import { usePairFeed } from './use-pair-feed'

/** The socket may be silent this long before calls step in. */
const pollAfterMs = 1_500
const pollEveryMs = 2_000

/**
 * The open draw of a pair: read by a call, then kept up to date by the socket, and by repeated calls while the socket
 * is silent.
 */
export function useLiveGame(pair: Pair) {
  const { phase, askTimer } = usePairFeed(pair)
  const polls = useIsSilent(phase)
  const query = useQuery({
    ...liveGameQuery(pair),
    staleTime: 0,
    refetchInterval: ({ state }) => (polls && !isRefused(state.error) ? pollEveryMs : false),
  })
  const { refetch } = query
  const refresh = useCallback(() => {
    askTimer()
    return refetch()
  }, [askTimer, refetch])
  /** The shown draw is over: the next one is asked for by the socket; by a call where there is none, or it stays silent. */
  const onZero = (asked: number) => {
    const isAsked = askTimer()
    if (asked > 0 || !isAsked) void refetch()
  }

  const onFocus = useEffectEvent(() => void refresh())
  useEffect(() => {
    const listener = () => onFocus()
    window.addEventListener('focus', listener)
    return () => window.removeEventListener('focus', listener)
  }, [])

  return { query, phase, refresh, onZero, isGone: phase === 'removed' || isRefused(query.error) }
}

/** Whether the socket has been silent for longer than it is waited for. */
function useIsSilent(phase: FeedPhase): boolean {
  const [waited, setWaited] = useState(false)
  const isLive = phase === 'live'
  useEffect(() => {
    if (isLive) return
    const timer = setTimeout(() => setWaited(true), pollAfterMs)
    return () => {
      clearTimeout(timer)
      setWaited(false)
    }
  }, [isLive])
  return !isLive && waited
}

/** The pair is not there, or not for this user: asking again does not help. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404)
}
