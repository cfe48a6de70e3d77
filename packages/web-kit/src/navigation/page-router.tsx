import { createContext, use } from 'react'
import { type createBrowserRouter, RouterProvider } from 'react-router-dom'

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
