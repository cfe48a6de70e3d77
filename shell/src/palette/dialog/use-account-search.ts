import { ledgerApi } from '@cascade/contracts/accounts'
import { call, useActor } from '@cascade/web-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** Time after the last key until the server is asked. */
const debounce = 300
const shortest = 2

/** Accounts in scope whose username or unique id begins with `typed`; the rows of the last answer stay meanwhile. */
export function useAccountSearch(typed: string, enabled: boolean) {
  const { _id } = useActor()
  const q = typed.trim()
  const asked = useSettled(q)
  const long = enabled && q.length >= shortest
  const search = useQuery({
    queryKey: ['palette', ledgerApi.search.id, _id, asked],
    queryFn: async ({ signal }) => (await call(ledgerApi.search, { query: { q: asked }, signal })).data,
    enabled: long && asked.length >= shortest,
    staleTime: 15_000,
    placeholderData: keepPreviousData,
  })
  return {
    rows: (long && search.data) || none,
    pending: long && (asked !== q || search.isFetching),
    error: long && asked === q ? search.error : null,
    retry: () => void search.refetch(),
  }
}
const none: never[] = []

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), debounce)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
