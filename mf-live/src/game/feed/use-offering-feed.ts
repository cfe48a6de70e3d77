import { applyLiveChange, type LiveChange, type LiveGame } from '@cascade/contracts/live'
import { loadEventually, localNow } from '@cascade/web-kit'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { liveGameQuery } from '../calls'
import { createSnapshot, type Offering, withTimer } from '../snapshot'
import type { FeedPhase } from './liveness'
import { createOfferingFeed, type OfferingFeed } from './offering-feed'
import { openSocket } from './open-socket'

/** Watches an offering over one socket while the screen is open, and writes updates to the offering's query. */
export function useOfferingFeed({ adminId, gameId }: Offering): { phase: FeedPhase; requestTimer: () => boolean } {
  const queryClient = useQueryClient()
  const [phase, setPhase] = useState<FeedPhase>('connecting')
  const [feed, setFeed] = useState<OfferingFeed>()

  useEffect(() => {
    let opened: OfferingFeed | undefined
    let left = false
    const open = async () => {
      const socket = await openSocket()
      if (left) return
      opened = createOfferingFeed(socket, {
        phase: setPhase,
        game: live => storeState(queryClient, live),
        change: change => applyChange(queryClient, change),
        timer: (push, offering) =>
          queryClient.setQueryData(
            liveGameQuery(offering).queryKey,
            snapshot => snapshot && withTimer(snapshot, push, localNow()),
          ),
      })
      setFeed(opened)
    }
    // Until the socket library is loaded, the screen polls.
    const openOrPoll = () =>
      open().catch((cause: unknown) => {
        setPhase('down')
        throw cause
      })
    void loadEventually(openOrPoll)
    return () => {
      left = true
      opened?.stop()
    }
  }, [queryClient])

  useEffect(() => feed?.watch({ adminId, gameId }), [feed, adminId, gameId])
  const requestTimer = useCallback(() => feed?.requestTimer() ?? false, [feed])
  return { phase, requestTimer }
}

const storeState = (queryClient: QueryClient, live: LiveGame) =>
  void queryClient.setQueryData(liveGameQuery(live).queryKey, createSnapshot(live, localNow()))

/** @returns false if an earlier change is missing */
function applyChange(queryClient: QueryClient, change: LiveChange): boolean {
  const cached = queryClient.getQueryData(liveGameQuery(change).queryKey)
  const live = cached && applyLiveChange(cached.live, change)
  if (live) storeState(queryClient, live)
  return live !== undefined
}
