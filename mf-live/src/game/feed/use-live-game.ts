import { ApiError } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { liveGameQuery } from '../calls'
import type { Offering } from '../snapshot'
import type { FeedPhase } from './liveness'
import { useOfferingFeed } from './use-offering-feed'

/** How long the socket may be silent before polling starts. */
const pollAfterMs = 1_500
const pollIntervalMs = 2_000

/** The open draw of an offering: loaded once, then updated by the socket, or by polling while the socket is silent. */
export function useLiveGame(offering: Offering) {
  const { phase, requestTimer } = useOfferingFeed(offering)
  const polls = useIsSilent(phase)
  const query = useQuery({
    ...liveGameQuery(offering),
    staleTime: 0,
    refetchInterval: ({ state }) => (polls && !isUnavailable(state.error) ? pollIntervalMs : false),
  })
  const { refetch } = query
  const refresh = useCallback(() => {
    requestTimer()
    return refetch()
  }, [requestTimer, refetch])
  /** The draw is over: request the next one over the socket, or by HTTP if there is no socket or no response. */
  const onZero = (attempts: number) => {
    const isRequested = requestTimer()
    if (attempts > 0 || !isRequested) void refetch()
  }

  const onFocus = useEffectEvent(() => void refresh())
  useEffect(() => {
    const listener = () => onFocus()
    window.addEventListener('focus', listener)
    return () => window.removeEventListener('focus', listener)
  }, [])

  return { query, phase, refresh, onZero, isGone: phase === 'removed' || isUnavailable(query.error) }
}

/** Whether the socket has been silent for too long. */
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

/** Not found or not permitted: retrying does not help. */
function isUnavailable(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404)
}
