import { QueryClient } from '@tanstack/react-query'
import { isTransient } from './api-error'

const maxRepeats = 2
const freshForMs = 5_000
const firstPauseMs = 400

/**
 * One client for the page. Reads are repeated when the way was at fault, never when the server said no. Nothing waits
 * for a connection: a change that waited would be made later, when nobody expects it any more.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // Off by default in this mode. What failed is read again in any case, the rest when it is no longer fresh.
        refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : true),
        staleTime: freshForMs,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < maxRepeats && isTransient(error),
        retryDelay: attempt => firstPauseMs * 2 ** attempt,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
