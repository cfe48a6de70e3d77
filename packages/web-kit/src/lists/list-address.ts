import { createContext, use, useCallback } from 'react'
import { useLocation } from 'react-router-dom'
import { usePageRouter } from '../navigation'

/** Where a list keeps its state: path and query, as in the address of the browser. */
export type ListPlace = { pathname: string; search: string }

const ListLocationContext = createContext<ListPlace | undefined>(undefined)

/**
 * For a list that stays in view below what was opened over it: the address of the browser is that of what lies over
 * it, its own is given here. Nothing given, the list's address is that of the browser.
 */
export const ListAddress = ListLocationContext.Provider

/** The query of the list around, and whether something lies over it. */
export function useListSearch(): { search: string; isCovered: boolean } {
  const ownLocation = use(ListLocationContext)
  const { search } = useLocation()
  return { search: ownLocation?.search ?? search, isCovered: ownLocation !== undefined }
}

/** Answers the present place of the list around: a click may come before the last change is drawn. */
export function useListLocation(): () => ListPlace {
  const ownLocation = use(ListLocationContext)
  const router = usePageRouter()
  return useCallback(() => ownLocation ?? toListLocation(router.state.location), [ownLocation, router])
}

const toListLocation = ({ pathname, search }: ListPlace): ListPlace => ({ pathname, search })
