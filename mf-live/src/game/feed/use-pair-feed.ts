import { applyLiveChange, type LiveChange, type LiveGame } from '@cascade/contracts/live'
import { localNow } from '@cascade/web-kit'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { liveGameQuery } from '../calls'
import { type Pair, snapshotOf, withTimer } from '../snapshot'
import type { FeedPhase } from './liveness'
import { openSocket } from './open-socket'
import { createPairFeed, type PairFeed } from './pair-feed'

/** Watches an offering over one socket while the screen is open, and writes updates to the offering's query. */
export function usePairFeed({ adminId, gameId }: Pair): { phase: FeedPhase; askTimer: () => boolean } {
  const queryClient = useQueryClient()
  const [phase, setPhase] = useState<FeedPhase>('connecting')
  const [feed, setFeed] = useState<PairFeed>()

  useEffect(() => {
    let opened: PairFeed | undefined
    let left = false
    const open = async () => {
      const socket = await openSocket()
      if (left) return
      opened = createPairFeed(socket, {
        phase: setPhase,
        game: live => keep(queryClient, live),
        change: change => keepChange(queryClient, change),
        timer: (push, pair) =>
          queryClient.setQueryData(
            liveGameQuery(pair).queryKey,
            snapshot => snapshot && withTimer(snapshot, push, localNow()),
          ),
      })
      setFeed(opened)
    }
    // If the socket library fails to load, the screen falls back to polling.
    open().catch(() => setPhase('down'))
    return () => {
      left = true
      opened?.stop()
    }
  }, [queryClient])

  useEffect(() => feed?.watch({ adminId, gameId }), [feed, adminId, gameId])
  const askTimer = useCallback(() => feed?.askTimer() ?? false, [feed])
  return { phase, askTimer }
}

const keep = (queryClient: QueryClient, live: LiveGame) =>
  void queryClient.setQueryData(liveGameQuery(live).queryKey, snapshotOf(live, localNow()))

/** @returns false if an earlier change is missing */
function keepChange(queryClient: QueryClient, change: LiveChange): boolean {
  const known = queryClient.getQueryData(liveGameQuery(change).queryKey)
  const live = known && applyLiveChange(known.live, change)
  if (live) keep(queryClient, live)
  return live !== undefined
}
