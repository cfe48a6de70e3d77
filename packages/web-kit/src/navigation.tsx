import { createContext, use, useCallback, useLayoutEffect, useRef } from 'react'
import { type createBrowserRouter, generatePath, RouterProvider, useLocation } from 'react-router-dom'
import { useActor } from './session/user'

type Router = ReturnType<typeof createBrowserRouter>

const RouterContext = createContext<Router | undefined>(undefined)

/** Provides the page's only router. Rendered by the shell and by page tests. */
export function PageRouter({ router }: { router: Router }) {
  return (
    <RouterContext value={router}>
      <RouterProvider router={router} />
    </RouterContext>
  )
}

/** @throws Error outside a PageRouter */
export function usePageRouter(): Router {
  const router = use(RouterContext)
  if (!router) throw new Error('usePageRouter needs a PageRouter')
  return router
}

type ParamsOf<P extends string> = Parameters<typeof generatePath<P>>[1]

export type AddressOf = <P extends string>(path: P, params?: ParamsOf<P>) => string

/**
 * Builds addresses of a remote's `paths` in the area of the signed-in user: `game/:gameId` becomes `/admin/game/AB`.
 * Params are escaped.
 * @throws Error when a param is missing
 */
export function useAddress(): AddressOf {
  const { role } = useActor()
  return useCallback((path, params) => `/${role}/${generatePath(path, params)}`, [role])
}

/**
 * Returns whether this page is still at the current address. Check it before navigating after an asynchronous step:
 * React keeps a page mounted while the next one loads.
 */
export function useIsCurrentPage(): () => boolean {
  const router = usePageRouter()
  const { pathname } = useLocation()
  const mounted = useRef(false)
  useLayoutEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return useCallback(() => mounted.current && router.state.location.pathname === pathname, [router, pathname])
}
