import { useCallback, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  type ListDefaults,
  type ListParams,
  type ListValues,
  listParamsOf,
  readListValues,
  writeListValues,
} from './list-params'

export type ListState<F extends string = string> = ListValues<F> & {
  /** Ready to be sent with a list call. */
  params: ListParams
  setPage: (page: number) => void
  setSize: (size: number) => void
  /** Without `sort` the list's own order is back. */
  setSort: (sort: string | undefined, order?: 'asc' | 'desc') => void
  /** Replaces the address instead of adding to the history, as it is called while typing. */
  setSearch: (q: string) => void
  setFilter: (name: F, value: string) => void
  /** Several filters at once, one step of the history. */
  setFilters: (filters: Partial<Record<F, string>>) => void
}

/**
 * State of a list, kept in the address: it survives reload and Back, and can be sent to somebody. Everything but the
 * page number leads back to page 1.
 */
export function useListState<F extends string = never>(defaults: ListDefaults<F> = {}): ListState<F> {
  const [search, setSearchParams] = useSearchParams()
  const kept = useRef(defaults).current
  const values = useMemo(() => readListValues(search, kept), [search, kept])

  const change = useCallback(
    (patch: Partial<ListValues<F>>, replace = false) =>
      setSearchParams(
        current => writeListValues(current, { ...readListValues(current, kept), page: 1, ...patch }, kept),
        { replace },
      ),
    [setSearchParams, kept],
  )

  return useMemo(
    () => ({
      ...values,
      params: listParamsOf(values),
      setPage: page => change({ page }),
      setSize: size => change({ size }),
      setSort: (sort, order = 'asc') =>
        change(sort ? { sort, order } : { sort: kept.sort ?? '', order: kept.order ?? 'asc' }),
      setSearch: q => change({ q }, true),
      setFilter: (name, value) => change({ filters: { ...values.filters, [name]: value } }),
      setFilters: filters => change({ filters: { ...values.filters, ...filters } }),
    }),
    [values, change, kept],
  )
}
