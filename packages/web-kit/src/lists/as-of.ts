import { useCallback, useEffect } from 'react'
import { create } from 'zustand'
import { useIsCurrentPage, usePageRouter } from '../navigation'
import { useSession } from '../session/session-store'
import { useListLocation, useListSearch } from './list-address'

/** The moment that was chosen last on this page; empty: now. */
const useAsOfStore = create(() => ({ asOf: '' }))
useSession.subscribe(({ user }, before) => {
  if (before.user && user?._id !== before.user._id) useAsOfStore.setState({ asOf: '' })
})

/**
 * The moment as of which figures are shown, as the contracts write it; empty: now. There is one for the whole page: it
 * stays while one walks, as `asOf` in the address of every screen that takes it, and screens that show the present only
 * do not name it. A list takes it with `useListState({ takesAsOf: true, … })` and nothing else: `params.asOf` goes with
 * every page and export, and its `DataTable` shows the switch. Any other screen sends `useAsOf()` with its calls, has it
 * in their query keys, and shows `AsOfSwitch` of ui-kit once.
 */
export function useAsOf(): string {
  const { search } = useListSearch()
  const chosen = useAsOfStore(({ asOf }) => asOf)
  return new URLSearchParams(search).get('asOf') ?? chosen
}

/** For the switch itself, one on a screen: the moment, and how it is chosen. A list begins at page 1 again. */
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

  // The address wins where it names a moment; one that does not, as of a link, gets the moment that stays.
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
