import { RemoteBoundary, UiProvider } from '@cascade/ui-kit'
import { PageRouter } from '@cascade/web-kit'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps } from 'react'

type Props = ComponentProps<typeof PageRouter> & { queryClient: QueryClient }

/** The providers of the page; remotes find them here and bring none of their own. */
export function App({ router, queryClient }: Props) {
  return (
    // Outside of the rest: dialogs read too, e.g. whom an action hits.
    <QueryClientProvider client={queryClient}>
      <UiProvider>
        <RemoteBoundary>
          <PageRouter router={router} />
        </RemoteBoundary>
      </UiProvider>
    </QueryClientProvider>
  )
}
