import { onlineManager, type Query, QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ApiError, isOffline, isTransient } from './api-error'

const retriesMax = 2
const staleAfterMs = 5_000
const initialRetryPauseMs = 400
/** A server that asks for more patience than this is not asked again before the failure is shown. */
const retryAfterMsMax = 2_000
const initialRefetchPauseMs = 2_000
const refetchPauseMsMax = 15_000

/**
 * One client for the page. Reads are repeated when the way was at fault, never when the server said no: twice at once,
 * then, while the failure is shown, with growing pauses until they succeed. Nothing waits for a connection: a change
 * that waited would be made later, when nobody expects it any more.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // Off by default in this mode. What failed is read again in any case, the rest when it is no longer fresh.
        refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : true),
        staleTime: staleAfterMs,
        refetchOnWindowFocus: false,
        refetchInterval: againAfterFailureMs,
        retry: (failures, error) =>
          failures < retriesMax && isTransient(error) && retryAfterMsOf(error) <= retryAfterMsMax,
        retryDelay: (attempt, error) => Math.max(initialRetryPauseMs * 2 ** attempt, retryAfterMsOf(error)),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/**
 * When a read that failed on the way is tried again by itself, in milliseconds, or `false`. For reads whose own
 * `refetchInterval` takes the place of the client's.
 */
export function againAfterFailureMs({
  state,
}: {
  state: Pick<Query['state'], 'error' | 'errorUpdateCount'>
}): number | false {
  // The browser may believe that it is offline while the line works, and then never says that it is back.
  if (!isTransient(state.error) && !isOffline(state.error)) return false
  const pauseMs = Math.min(initialRefetchPauseMs * 2 ** (state.errorUpdateCount - 1), refetchPauseMsMax)
  return Math.max(pauseMs, retryAfterMsOf(state.error))
}

const retryAfterMsOf = (error: unknown) => (error instanceof ApiError ? error.retryAfterMs : 0)

const channelName = 'cascade.changed'

/** Undefined in a browser that blocks it together with its storage. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(channelName)
  } catch {
    return undefined
  }
}

/**
 * What one tab changes, the others of this browser read again: at once where they are seen, else when they are.
 * @returns stops telling and hearing
 */
export function watchTabs(queryClient: QueryClient): () => void {
  const channel = openChannel()
  if (!channel) return () => undefined
  const unsubscribe = queryClient.getMutationCache().subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'success') channel.postMessage('changed')
  })
  channel.onmessage = () => void queryClient.invalidateQueries({ refetchType: document.hidden ? 'none' : 'active' })
  const onVisible = () => {
    if (document.hidden) return
    void queryClient.refetchQueries({ type: 'active', predicate: query => query.state.isInvalidated })
  }
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    unsubscribe()
    channel.close()
    document.removeEventListener('visibilitychange', onVisible)
  }
}

const subscribe = (onChange: () => void) => onlineManager.subscribe(onChange)

/** Whether the browser has a connection. It is believed to have one until it tells that it was lost. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => onlineManager.isOnline())
}
