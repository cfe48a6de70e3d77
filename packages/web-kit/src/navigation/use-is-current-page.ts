import { useCallback, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { usePageRouter } from './page-router'

/**
 * Answers whether this page is still the one at the address. To be asked before a page navigates by itself, later than
 * the user's click: React keeps a page on screen while the next one loads, so being mounted does not tell.
 */
export function useIsCurrentPage(): () => boolean {
  const router = usePageRouter()
  const { pathname } = useLocation()
  const mounted = useRef(false)
  // Before any effect of the page may ask.
  useLayoutEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return useCallback(() => mounted.current && router.state.location.pathname === pathname, [router, pathname])
}
