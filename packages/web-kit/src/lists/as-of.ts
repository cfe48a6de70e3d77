import { useCallback, useEffect } from 'react'
import { create } from 'zustand'
import { useIsCurrentPage, usePageRouter } from '../navigation'
import { useSession } from '../session/session-store'
import { useListLocation, useListSearch } from './list-address'

/** The last selected moment on this page; empty: now. */
const useAsOfStore = create(() => ({ asOf: '' }))
useSession.subscribe(({ user }, before) => {
  if (before.user && user?._id !== before.user._id) useAsOfStore.setState({ asOf: '' })
})

/**
 * The moment for which figures are shown (ISO); empty: now. One for the whole page: it survives navigation as `asOf` in
 * the address of every screen that supports it. Lists pass `takesAsOf: true` to `useListState`: `params.asOf` then goes
 * with every page and export, and `DataTable` shows the switch. Other screens send `useAsOf()` with their calls and
 * query keys, and render `AsOfSwitch` of ui-kit once.
 */
export function useAsOf(): string {
  const { search } = useListSearch()
  const chosen = useAsOfStore(({ asOf }) => asOf)
  return new URLSearchParams(search).get('asOf') ?? chosen
}

/** For the switch itself, one per screen. Choosing a moment resets a list to page 1. */
export function useAsOfSwitch(): readonly [asOf: string, choose: (moment: string) => void] {
  const router = usePageRouter()
  const getLocation = useListLocation()
  const isCurrent = useIsCurrentPage()
  const { search } = useListSearch()
  const asOf = useAsOf()

  const write = useCallback(
    (moment: string, options: { replace: boolean; removedParams: readonly string[] }) => {
      const { pathname, search: present } = getLocation()
      const params = new URLSearchParams(present)
      for (const name of options.removedParams) params.delete(name)
      if (moment) params.set('asOf', moment)
      const { state } = router.state.location
      void router.navigate({ pathname, search: params.toString() }, { replace: options.replace, state })
    },
    [router, getLocation],
  )

  // The address wins when it names a moment; otherwise the current one is added to it.
  useEffect(() => {
    const named = new URLSearchParams(search).get('asOf')
    const chosen = useAsOfStore.getState().asOf
    if (named !== null) useAsOfStore.setState({ asOf: named })
    else if (chosen && isCurrent()) write(chosen, { replace: true, removedParams: [] })
  }, [search, isCurrent, write])

  const choose = useCallback(
    (moment: string) => {
      useAsOfStore.setState({ asOf: moment })
      write(moment, { replace: false, removedParams: ['asOf', 'page'] })
    },
    [write],
  )
  return [asOf, choose]
}
