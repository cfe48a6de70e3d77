import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error'

const passing: readonly string[] = ['NETWORK', 'UNAVAILABLE']

/** One client for the page. Reads are repeated when the way was at fault, never when the server said no. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && error instanceof ApiError && passing.includes(error.code),
        retryDelay: attempt => 400 * 2 ** attempt,
      },
      mutations: { retry: false },
    },
  })
}
