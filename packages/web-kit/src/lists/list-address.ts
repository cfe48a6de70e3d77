import { createContext, use, useCallback } from 'react'
import { useLocation } from 'react-router-dom'
import { usePageRouter } from '../navigation'

/** Path and query in which a list stores its state. */
export type ListLocation = { pathname: string; search: string }

const ListLocationContext = createContext<ListLocation | undefined>(undefined)

/**
 * Location of a list that stays visible below an overlay, while the browser's address is the overlay's. Without it, a
 * list uses the browser's address.
 */
export const ListLocationProvider = ListLocationContext.Provider

/** Query of the surrounding list, and whether an overlay covers it. */
export function useListSearch(): { search: string; isCovered: boolean } {
  const ownLocation = use(ListLocationContext)
  const { search } = useLocation()
  return { search: ownLocation?.search ?? search, isCovered: ownLocation !== undefined }
}

/** Returns a getter: a click may come before the last change is rendered. */
export function useListLocation(): () => ListLocation {
  const ownLocation = use(ListLocationContext)
  const router = usePageRouter()
  return useCallback(() => ownLocation ?? toListLocation(router.state.location), [ownLocation, router])
}

const toListLocation = ({ pathname, search }: ListLocation): ListLocation => ({ pathname, search })
