import { createContext, use, useCallback } from 'react'
import { useLocation } from 'react-router-dom'
import { usePageRouter } from '../navigation'

/** Where a list keeps its state: path and query, as in the address of the browser. */
export type ListPlace = { pathname: string; search: string }

const Place = createContext<ListPlace | undefined>(undefined)

/**
 * For a list that stays in view below what was opened over it: the address of the browser is that of what lies over
 * it, its own is given here. Nothing given, the list's address is that of the browser.
 */
export const ListAddress = Place.Provider

/** The query of the list around, and whether something lies over it. */
export function useListSearch(): { search: string; isBelow: boolean } {
  const below = use(Place)
  const { search } = useLocation()
  return { search: below?.search ?? search, isBelow: below !== undefined }
}

/** Answers the present place of the list around: a click may come before the last change is drawn. */
export function useListPlace(): () => ListPlace {
  const below = use(Place)
  const router = usePageRouter()
  return useCallback(() => below ?? placeOf(router.state.location), [below, router])
}

const placeOf = ({ pathname, search }: ListPlace): ListPlace => ({ pathname, search })
