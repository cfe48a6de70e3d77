import { ledgerApi } from '@cascade/contracts/accounts'
import { useDebounced } from '@cascade/ui-kit'
import { call, queryKeyOf, useActor } from '@cascade/web-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

const minLetters = 2
const freshForMs = 15_000

/** Accounts in scope whose username or unique id begins with `typed`; the rows of the last answer stay meanwhile. */
export function useAccountSearch(typed: string, enabled: boolean) {
  const { _id } = useActor()
  const q = typed.trim()
  const asked = useDebounced(q)
  const isLong = enabled && q.length >= minLetters
  const search = useQuery({
    queryKey: queryKeyOf(ledgerApi.search, 'palette', _id, asked),
    queryFn: async ({ signal }) => (await call(ledgerApi.search, { query: { q: asked }, signal })).data,
    enabled: isLong && asked.length >= minLetters,
    staleTime: freshForMs,
    placeholderData: keepPreviousData,
  })
  return {
    rows: (isLong && search.data) || none,
    pending: isLong && (asked !== q || search.isFetching),
    error: isLong && asked === q ? search.error : null,
    retry: () => void search.refetch(),
  }
}
const none: never[] = []
