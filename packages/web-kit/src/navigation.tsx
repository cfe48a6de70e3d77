import { createContext, use, useCallback, useLayoutEffect, useRef } from 'react'
import { type createBrowserRouter, generatePath, type RouteObject, RouterProvider, useLocation } from 'react-router-dom'
import { useActor } from './session/user'

type Router = ReturnType<typeof createBrowserRouter>

const RouterContext = createContext<Router | undefined>(undefined)

/** The page's only router, and the way to it for `useCurrentPage`. Rendered by the shell and by page tests. */
export function PageRouter({ router }: { router: Router }) {
  return (
    <RouterContext value={router}>
      <RouterProvider router={router} />
    </RouterContext>
  )
}

/** @throws Error outside of a PageRouter. */
export function usePageRouter(): Router {
  const router = use(RouterContext)
  if (!router) throw new Error('This needs the PageRouter around it')
  return router
}

type ParamsOf<P extends string> = Parameters<typeof generatePath<P>>[1]

export type AddressOf = <P extends string>(path: P, params?: ParamsOf<P>) => string

/**
 * The whole address of one of a remote's `paths`, in the area of the signed-in user: `game/:gameId` becomes
 * `/admin/game/AB`. Params are escaped. @throws Error when a param is missing: the caller's own mistake.
 */
export function useAddress(): AddressOf {
  const { role } = useActor()
  return useCallback((path, params) => `/${role}/${generatePath(path, params)}`, [role])
}

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

/** What a remote exposes as `./remote`, and all that crosses the border. */
export type RemoteModule = {
  /** Equal to the `id` of its `remote.json`. */
  id: string
  /** Relative to `/{role}/`, e.g. `player` and `player/create`. */
  routes: RouteObject[]
  /** Relative to `/public/`, for whoever is not signed in; their first segments are the `publicPaths` of `remote.json`. */
  publicRoutes?: RouteObject[]
}
