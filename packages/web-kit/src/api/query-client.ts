import { userApi } from '@cascade/contracts/accounts'
import { MutationCache, onlineManager, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ApiError, isOffline, isTransient } from './api-error'
import { queryKeyOf } from './calls'

const retriesMax = 2
const staleAfterMs = 5_000
const initialRetryPauseMs = 400
/** Longest `Retry-After` worth waiting for before the failure is shown. */
const retryAfterMsMax = 2_000
const initialRefetchPauseMs = 2_000
const refetchPauseMsMax = 15_000

/**
 * Creates the page's query client. Reads are retried on network errors, 503, 504 and 429, never on a rejection: twice
 * at once, then with backoff while the failure is shown. Nothing waits for a connection: a delayed change would
 * surprise its user. A forbidden call refreshes the own account: the user may have lost rights.
 */
export function createQueryClient(): QueryClient {
  const refreshRights = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'FORBIDDEN')
      void client.invalidateQueries({ queryKey: queryKeyOf(userApi.read) })
  }
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => queryKey[1] !== userApi.read.id && refreshRights(error),
    }),
    mutationCache: new MutationCache({ onError: refreshRights }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // `always` turns this off by default. Failed reads are always refetched, others when stale.
        refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : true),
        staleTime: staleAfterMs,
        refetchOnWindowFocus: false,
        refetchInterval: refetchAfterFailureMs,
        retry: (failures, error) =>
          failures < retriesMax && isTransient(error) && retryAfterMsOf(error) <= retryAfterMsMax,
        retryDelay: (attempt, error) => Math.max(initialRetryPauseMs * 2 ** attempt, retryAfterMsOf(error)),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return client
}

/**
 * Refetch interval in milliseconds after a transient failure, or `false`. For queries with a `refetchInterval` of their
 * own.
 */
export function refetchAfterFailureMs({
  state,
}: {
  state: Pick<Query['state'], 'error' | 'errorUpdateCount'>
}): number | false {
  // The browser may wrongly report offline and then never fire `online`.
  if (!isTransient(state.error) && !isOffline(state.error)) return false
  const pauseMs = Math.min(initialRefetchPauseMs * 2 ** (state.errorUpdateCount - 1), refetchPauseMsMax)
  return Math.max(pauseMs, retryAfterMsOf(state.error))
}

const retryAfterMsOf = (error: unknown) => (error instanceof ApiError ? error.retryAfterMs : 0)

const channelName = 'cascade.changed'

/** Undefined where the browser blocks it together with its storage. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(channelName)
  } catch {
    return undefined
  }
}

/**
 * Invalidates the reads of all other tabs after a change in one: at once in visible tabs, else when they become
 * visible.
 * @returns unsubscribes
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

/** Whether the browser has a connection; assumed until it reports otherwise. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => onlineManager.isOnline())
}
