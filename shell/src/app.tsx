import { RemoteBoundary, UiProvider } from '@cascade/ui-kit'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { createBrowserRouter } from 'react-router-dom'
import { RouterProvider } from 'react-router-dom'

type Props = { router: ReturnType<typeof createBrowserRouter>; queryClient: QueryClient }

/** The providers of the page; remotes find them here and bring none of their own. */
export function App({ router, queryClient }: Props) {
  return (
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <RemoteBoundary>
          <RouterProvider router={router} />
        </RemoteBoundary>
      </QueryClientProvider>
    </UiProvider>
  )
}
