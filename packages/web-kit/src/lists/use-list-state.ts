import { useCallback, useMemo, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useIsCurrentPage, usePageRouter } from '../navigation'
import { useAsOf } from './as-of'
import { useListLocation, useListSearch } from './list-address'
import {
  type ListDefaults,
  type ListParams,
  type ListValues,
  listParamsOf,
  readListValues,
  writeListValues,
} from './list-params'

export type ListState<F extends string = string> = ListValues<F> & {
  params: ListParams
  /** Whether `params` carries the moment of `useAsOf`, and the table shows its switch. */
  takesAsOf: boolean
  /** The search is being typed: query the server when typing pauses. */
  isTyping: boolean
  isFiltered: boolean
  activeFilterCount: number
  isSorted: boolean
  /** `replace` corrects the current history entry instead of adding one. */
  setPage: (page: number, options?: { replace: boolean }) => void
  setSize: (size: number) => void
  setSort: (sort: string | undefined, order?: 'asc' | 'desc') => void
  /** Call on every keystroke. The first one adds a history entry, the next ones replace it. */
  typeSearch: (q: string) => void
  /** Submits the search: the server is queried at once. */
  setSearch: (q: string) => void
  setFilter: (name: F, value: string) => void
  setFilters: (filters: Partial<Record<F, string>>) => void
}

type Patch<F extends string> = Partial<Omit<ListValues<F>, 'filters'> & { filters: Partial<Record<F, string>> }>

type EntryState = { typedSearch?: 'typing' | 'done' } | null

type ChangeOptions = { typedSearch?: 'typing' | 'done'; replace?: boolean }

/**
 * List state stored in the address: it survives reload and Back, and can be shared. Every change but the page number
 * resets to page 1. The address changes at once, so nothing is pending when the user leaves; a page that was left no
 * longer changes it.
 */
export function useListState<F extends string = never>(defaults: ListDefaults<F> = {}): ListState<F> {
  const router = usePageRouter()
  const isCurrent = useIsCurrentPage()
  const { search, isCovered } = useListSearch()
  const getLocation = useListLocation()
  const { state } = useLocation()
  const initialDefaults = useRef(defaults).current
  const values = useMemo(() => readListValues(new URLSearchParams(search), initialDefaults), [search, initialDefaults])
  const takesAsOf = initialDefaults.takesAsOf ?? false
  const moment = useAsOf()
  const asOf = takesAsOf ? moment : ''

  const change = useCallback(
    (patch: Patch<F>, { typedSearch, replace = false }: ChangeOptions = {}) => {
      if (!isCurrent()) return
      // Read the current address: several changes may come before React renders the first one.
      const { pathname, search: present } = getLocation()
      const { state: entry } = router.state.location
      const before = new URLSearchParams(present)
      const values = readListValues(before, initialDefaults)
      const filters = { ...values.filters, ...patch.filters }
      const next = writeListValues(before, { ...values, page: 1, ...patch, filters }, initialDefaults)
      const continuesSearch = typedSearch !== undefined && (entry as EntryState)?.typedSearch === 'typing'
      if (typedSearch === 'done' && !continuesSearch && next.toString() === before.toString()) return
      const options = {
        replace: replace || continuesSearch,
        state: typedSearch && ({ typedSearch } satisfies EntryState),
      }
      void router.navigate({ pathname, search: next.toString() }, options)
    },
    [router, getLocation, isCurrent, initialDefaults],
  )

  const activeFilterCount = names(initialDefaults).filter(
    name => values.filters[name] !== initialDefaults.filters?.[name],
  ).length
  const isTyping = !isCovered && (state as EntryState)?.typedSearch === 'typing'
  return useMemo(
    () => ({
      ...values,
      params: asOf ? { ...listParamsOf(values), asOf } : listParamsOf(values),
      takesAsOf,
      isTyping,
      isFiltered: values.q !== '' || activeFilterCount > 0,
      activeFilterCount: activeFilterCount,
      isSorted: values.sort !== (initialDefaults.sort ?? '') || values.order !== (initialDefaults.order ?? 'asc'),
      setPage: (page, options) => change({ page }, options),
      setSize: size => change({ size }),
      setSort: (sort, order = 'asc') =>
        change(sort ? { sort, order } : { sort: initialDefaults.sort ?? '', order: initialDefaults.order ?? 'asc' }),
      typeSearch: q => change({ q }, { typedSearch: 'typing' }),
      setSearch: q => change({ q }, { typedSearch: 'done' }),
      setFilter: (name, value) => change({ filters: { [name]: value } as Patch<F>['filters'] }),
      setFilters: filters => change({ filters }),
    }),
    [values, asOf, takesAsOf, isTyping, activeFilterCount, change, initialDefaults],
  )
}

const names = <F extends string>({ filters }: ListDefaults<F>) => Object.keys(filters ?? {}) as F[]
